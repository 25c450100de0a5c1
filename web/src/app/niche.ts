import { NicheNote } from '@/components/niche/NicheNote'
import { NicheLine } from '@/features/catalog/shop/NicheLine'
import { useNicheView } from '@/lib/niche-view'
import { useNiche } from '@/stores/niche'

function showFits(): void {
  if (useNiche.getState().niche === null || useNicheView.getState().Fit !== null) return
  import('@/components/niche/CardFit').then(({ default: Fit }) => useNicheView.setState({ Fit })).catch(() => undefined)
}

/**
 * Shows the visitor's niche in lists and beside products, and in all cards whether they fit, as soon as there is one. Without the
 * code, the cards stay as they are.
 */
export function showNiche(): void {
  useNicheView.setState({ Line: NicheLine, Note: NicheNote })
  useNiche.subscribe(showFits)
  showFits()
}
