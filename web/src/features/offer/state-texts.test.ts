import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { publicOffer } from '@/testing/handlers/offer'
import { stateTexts } from './state-texts'

/** Writes the keys and their values. */
const t = ((key: string, values?: Record<string, string>) => [key, ...Object.values(values ?? {})].join(' ')) as unknown as TFunction
const now = new Date('2026-11-23T10:00:00Z')

it.each([
  ['en', 'OFFER.SENDER_CALLS Nigar'],
  ['ru', 'OFFER.WE_CALL'],
] as const)('names the sender only where the language spells the name so: %s', (language, lead) => {
  const accepted = { ...publicOffer, state: 'accepted' as const }
  expect(stateTexts(t, accepted, language, now).lead).toBe(lead)
})
