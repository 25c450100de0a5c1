import { useQuery } from '@shared/query/use-query'
import { call, query } from '@desk/api/client'
import type { Offer } from '@desk/api/records'
import { keepOffer } from '@desk/lib/offers'
import { useChange } from '@desk/lib/use-change'

const isOffer = (data: unknown): data is Offer => typeof data === 'object' && data !== null && 'revision' in data && 'lines' in data

/** Prices the designs of a draft by the newest price book. */
export const useRenewPrices = (id: string, onDone: () => void) =>
  useChange({
    send: (version: number) => call('POST', '/desk/offers/{id}/renew-prices', { path: { id }, body: { version } }),
    onDone: (offer) => {
      keepOffer(offer)
      onDone()
    },
    onConflict: (present) => {
      if (isOffer(present)) keepOffer(present)
      return undefined
    },
  })

export const useOffer = (id: string) => useQuery(query('/desk/offers/{id}', { path: { id } }))

export const useQuote = (number: string) => useQuery(query('/desk/quotes/{number}', { path: { number } }))

/** All offers of a quote, newest first. */
export const useOffersOf = (number: string) => useQuery(query('/desk/quotes/{number}/offers', { path: { number } }))

type OfferMove = 'send' | 'request-approval' | 'approve' | 'withdraw' | 'accepted-by-phone' | 'reopen'

interface OfferCall {
  path: OfferMove
  body: { version: number; text?: string; total?: number; mail?: boolean; isApproved?: boolean; confirmsSize?: boolean }
}

/** A call of an offer whose answer is the offer; a refusal with the present offer shows it. */
export const useOfferCall = (id: string, onDone?: (offer: Offer) => void) =>
  useChange({
    send: ({ path, body }: OfferCall, keyFor): Promise<Offer> =>
      call('POST', `/desk/offers/{id}/${path}`, { path: { id }, body, key: keyFor([path, body]) }),
    onDone: (offer) => {
      keepOffer(offer)
      onDone?.(offer)
    },
    onConflict: (present) => {
      if (isOffer(present)) keepOffer(present)
      return undefined
    },
  })
