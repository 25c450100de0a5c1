import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { formatWithSign } from '@shared/money'
import { discountedQepik, toQepik } from '@shared/price'
import type { LineInput, Offer, OfferFields } from '@desk/api/records'
import { useMe } from '@desk/api/session'
import { shownLanguage } from '@desk/i18n/language'
import type { TextKey } from '@shared/text-key'
import { keepOffer } from '@desk/lib/offers'
import { showToast } from '@shared/toasts'
import { makeDraftStore, type DraftState, type DraftStore } from './draft-store'

const fieldTexts = {
  language: 'OFFERS.LANGUAGE',
  validUntil: 'OFFERS.VALID_UNTIL',
  makeDays: 'OFFERS.MAKE_DAYS',
  depositPercent: 'OFFERS.DEPOSIT',
  deliveryText: 'OFFERS.DELIVERY',
  deliveryPrice: 'OFFERS.DELIVERY_PRICE',
  message: 'OFFERS.MESSAGE',
  remind: 'OFFERS.REMIND',
  lines: 'OFFERS.LINES',
  mediaIds: 'OFFERS.FILES',
} as const satisfies Record<keyof OfferFields, TextKey>

function showLines(lines: readonly LineInput[]): string {
  return lines
    .map(({ name, quantity, listPrice, discount }) => {
      const sum = discountedQepik(toQepik(listPrice), discount) * quantity
      return `${name}: ${quantity} × ${listPrice}${discount > 0 ? ` −${discount}%` : ''} = ${formatWithSign(sum, shownLanguage())}`
    })
    .join('; ')
}

function showValue(field: string, value: unknown): string {
  if (field === 'lines') return showLines(value as LineInput[])
  if (field === 'mediaIds') return String((value as string[]).length)
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '–'
}

/** Pause between the attempts to save while the network or the service is away, in milliseconds. */
const retryMs = 15_000

/** The draft of an offer, which saves itself. */
export function useDraft(offer: Offer): [DraftState, DraftStore] {
  const { t } = useTranslation()
  const me = useMe()
  const [store] = useState(() =>
    makeDraftStore({
      offer,
      me: me.id,
      language: shownLanguage(),
      conflict: {
        label: (field) => t(fieldTexts[field as keyof OfferFields]),
        show: showValue,
      },
      onSaved: keepOffer,
      onMerged: (count) => showToast({ tone: 'done', text: t('CONFLICT.MERGED', { count }) }),
    }),
  )
  const state = useStore(store)
  useEffect(() => store.take(offer), [store, offer])
  useEffect(() => {
    store.resume()
    const onLeave = (event: BeforeUnloadEvent) => {
      if (store.getState().phase !== 'saved') event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    window.addEventListener('online', store.resume)
    // A network that answers nothing is tried again.
    const timer = setInterval(store.resume, retryMs)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', store.resume)
      window.removeEventListener('beforeunload', onLeave)
      // Unsaved changes wait in this browser.
      if (store.getState().phase === 'waiting') void store.flush().catch(() => undefined)
    }
  }, [store])
  return [state, store]
}
