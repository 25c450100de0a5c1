import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { optional } from '@shared/forms/schema'
import { Field } from '@shared/components/Field'
import { call } from '@desk/api/client'
import type { Quote } from '@desk/api/records'
import { FormDialog } from '@desk/components/FormDialog'
import { useServerForm } from '@desk/lib/forms'
import { saveMerging } from '@desk/lib/save-merging'
import { keepQuote } from './queries'

const schema = z.object({ visitAddress: optional() })

/** Sets the address of the measuring visit. */
export default function VisitAddressDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
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
