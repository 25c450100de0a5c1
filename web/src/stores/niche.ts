import { create } from 'zustand'
import { formatNiche, parseNiche, type Niche } from '@/lib/niche/niche'
import { isPossible } from '@shared/measures'
import { readStored, writeStored } from '@shared/storage'

const storageKey = 'niche'

const stored = (): Niche | null => parseNiche(readStored(storageKey))

/** The visitor's niche. It stays in the browser: no call has it. */
export const useNiche = create<{ niche: Niche | null }>(() => ({ niche: stored() }))

window.addEventListener('storage', ({ key }) => {
  if (key === storageKey || key === null) useNiche.setState({ niche: stored() })
})

/** Keeps a niche in place of the one before; null removes it. */
export function keepNiche(niche: Niche | null): void {
  writeStored(storageKey, niche === null ? null : formatNiche(niche))
  useNiche.setState({ niche })
}

/** The width of a niche in whole centimetres, rounded down so that what is as wide fits; null without a niche. */
export const nicheWidth = (niche: Niche | null): number | null => (niche === null ? null : Math.floor(niche.widthMm / 10))

/** Keeps the width of the niche in whole centimetres, and the height that it has already. Ignores what no niche can have. */
export function keepNicheWidth(width: number): void {
  const { niche } = useNiche.getState()
  const widthMm = width * 10
  if (nicheWidth(niche) !== width && isPossible(widthMm)) keepNiche({ widthMm, heightMm: niche?.heightMm ?? null })
}
