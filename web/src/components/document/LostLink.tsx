import * as z from 'zod/mini'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@shared/api/error'
import { normalizeNumber } from '@shared/forms/number'
import { Button } from '@shared/components/Button'
import { Field } from '@shared/components/Field'
import { FormErrors } from '@/components/forms/FormErrors'
import { call } from '@/lib/api/client'
import { email, maxEmail, required } from '@shared/forms/schema'
import { useServerForm } from '@/lib/forms/forms'
import styles from './Document.module.css'

const maxNumber = 30
const schema = z.object({ number: required(maxNumber), email: email() })
type Values = z.infer<typeof schema>

/** Mails the link of an order again. The answer is the same whether there is such an order or not. */
export default function LostLink() {
  const { t } = useTranslation()
  const [isSent, setIsSent] = useState(false)
  const { field, submit, summary, failure, isBusy } = useServerForm({
    schema,
    labels: { number: 'LINK.NUMBER', email: 'FORM.EMAIL' },
    defaultValues: { number: '', email: '' },
  })
  if (isSent) {
    return (
      <p role="status" className={styles.done}>
        {t('LINK.SENT')}
      </p>
    )
  }
  const send = async (values: Values) => {
    await call('POST', '/orders/link', { body: { ...values, number: normalizeNumber(values.number, 'SB') } })
    setIsSent(true)
  }
  const isBlocked = failure instanceof ApiError && failure.status === 429
  const errors = summary(t('LINK.SEND_FAILED'))
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(send)(event)}>
      <FormErrors {...errors} failure={isBlocked ? t('LINK.TOO_MANY') : errors.failure} />
      <Field
        {...field('number')}
        hint={t('LINK.NUMBER_HINT')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={maxNumber}
      />
      <Field {...field('email')} type="email" autoComplete="email" inputMode="email" maxLength={maxEmail} />
      <Button variant="primary" type="submit" busyLabel={isBusy ? t('COMMON.SENDING') : undefined}>
        {t('LINK.SEND')}
      </Button>
    </form>
  )
}
