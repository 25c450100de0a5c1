import { useTranslation } from 'react-i18next'
import { desk } from '@desk/api/client'
import { useMay, useMe } from '@desk/api/session'
import type { Quote } from '@desk/api/types'
import { showToast } from '@desk/lib/toasts'
import { useQuoteCall } from './queries'

interface Move {
  from: string | null
  to: string | null
}

/** Gives a quote to somebody; a given quote can be taken back for a few seconds. */
export function useAssign(quote: Quote) {
  const { t } = useTranslation()
  const me = useMe()
  const mayAssign = useMay('quotes.assign')
  const send = ({ from, to }: Move) => desk.send<Quote>('PUT', `quotes/${quote.number}/assignee`, { body: { from, to } })
  const undo = useQuoteCall(send)
  const call = useQuoteCall(send, (changed, { from, to }) => {
      showToast({
        tone: 'done',
        text: changed.assignee === null ? t('QUOTE.GIVEN_TO_NOBODY') : t('QUOTE.GIVEN', { name: changed.assignee.name }),
        action: { label: t('COMMON.UNDO'), run: () => undo.mutate({ from: to, to: from }) },
      })
  })
  const from = quote.assignee?.id ?? null
  return {
    canTake: mayAssign && from !== me.id && !quote.isWiped,
    take: () => call.mutate({ from, to: me.id }),
    assign: (to: string | null) => call.mutate({ from, to }),
  }
}
