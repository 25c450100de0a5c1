import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '@desk/api/client'
import type { Quote } from '@desk/api/records'
import { useMay, useMe } from '@desk/api/session'
import { Button } from '@shared/components/Button'
import { Dialog } from '@desk/components/Dialog'
import { showToast } from '@shared/toasts'
import { useQuoteCall } from './queries'

interface Move {
  from: string | null
  to: string | null
}

/** Gives a quote to somebody; a given quote can be taken back for a few seconds. Taking a colleague's asks first. */
export function useAssign(quote: Quote) {
  const { t } = useTranslation()
  const me = useMe()
  const mayAssign = useMay('quotes.assign')
  const send = ({ from, to }: Move) => call('PUT', '/desk/quotes/{number}/assignee', { path: { number: quote.number }, body: { from, to } })
  const given = (to: Quote['assignee']) => {
    if (to === null) return t('QUOTE.GIVEN_TO_NOBODY')
    return to.id === me.id ? t('QUOTE.YOURS') : t('QUOTE.GIVEN', { name: to.name })
  }
  const undo = useQuoteCall(send)
  const move = useQuoteCall(send, (changed, { from, to }) => {
    showToast({
      tone: 'done',
      text: given(changed.assignee),
      action: { label: t('COMMON.UNDO'), run: () => undo.mutate({ from: to, to: from }) },
    })
  })
  const [isAsking, setAsking] = useState(false)
  const from = quote.assignee?.id ?? null
  const take = () => {
    setAsking(false)
    move.mutate({ from, to: me.id })
  }
  const name = quote.assignee?.name ?? ''
  return {
    canTake: mayAssign && from !== me.id && !quote.isWiped,
    take: from === null ? take : () => setAsking(true),
    /** Asks where the quote is a colleague's. */
    question: isAsking && (
      <Dialog
        title={t('QUOTE.TAKE_TITLE', { name })}
        description={t('QUOTE.TAKE_TEXT', { name })}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('COMMON.CANCEL')}</Button>
            <Button variant="primary" onClick={take}>
              {t('QUOTE.TAKE')}
            </Button>
          </>
        }
      />
    ),
    assign: (to: string | null) => move.mutate({ from, to }),
  }
}
