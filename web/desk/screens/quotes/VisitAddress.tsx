import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { optional } from '@shared/forms/schema'
import { Field } from '@shared/components/Field'
import { call } from '@desk/api/client'
import type { Quote } from '@desk/api/records'
import { FormDialog } from '@desk/components/FormDialog'
import { LinkButton } from '@desk/components/Links'
import { MapLink } from '@desk/components/MapLink'
import { Block } from '@desk/components/Parts'
import { useServerForm } from '@desk/lib/forms'
import { saveMerging } from '@desk/lib/save-merging'
import { keepQuote } from './queries'

/** Where the measuring visit goes. */
export function VisitAddress({ quote, mayWrite }: { quote: Quote; mayWrite: boolean }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { visitAddress } = quote
  if (visitAddress === null && !mayWrite) return null
  return (
    <Block
      title={t('QUOTE.VISIT_ADDRESS')}
      aside={
        mayWrite && <LinkButton onClick={() => setOpen(true)}>{t(visitAddress === null ? 'FOLLOW_UP.SET' : 'COMMON.CHANGE')}</LinkButton>
      }
    >
      {visitAddress === null ? (
        <p className="dim">{t('QUOTE.NO_ADDRESS')}</p>
      ) : (
        <>
          <p>{visitAddress}</p>
          <p>
            <MapLink address={visitAddress} />
          </p>
        </>
      )}
      {isOpen && <VisitAddressDialog quote={quote} onClose={() => setOpen(false)} />}
    </Block>
  )
}

const schema = z.object({ visitAddress: optional() })

function VisitAddressDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const { t } = useTranslation()
  // The quote changes below the open dialog as others change it.
  const [base] = useState(quote)
  const { field, submit, failureText, isBusy } = useServerForm({ schema, defaultValues: { visitAddress: base.visitAddress ?? '' } })
  const send = submit(async ({ visitAddress: typed }) => {
    const visitAddress = typed === '' ? null : typed
    if (visitAddress !== base.visitAddress) {
      const saved = await saveMerging<Quote, Quote>({
        base,
        changes: { visitAddress },
        send: (version) => call('PATCH', '/desk/quotes/{number}', { path: { number: base.number }, body: { version, visitAddress } }),
        present: (data) => data as Quote,
        label: () => t('QUOTE.VISIT_ADDRESS'),
        show: (_, value) => (typeof value === 'string' ? value : '—'),
      })
      if (saved !== null) keepQuote(saved)
    }
    onClose()
  })
  return (
    <FormDialog
      title={t('QUOTE.VISIT_ADDRESS')}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      submitText={t('COMMON.SAVE')}
      isBusy={isBusy}
      failure={failureText}
    >
      <Field {...field('visitAddress')} label={t('QUOTE.VISIT_ADDRESS')} autoComplete="off" />
    </FormDialog>
  )
}
