import { Check, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Button } from '@shared/components/Button'
import { Field, TextArea } from '@shared/components/Field'
import { FormErrors } from '@/components/forms/FormErrors'
import { PrivacyNote } from '@/components/forms/PrivacyNote'
import { call } from '@/lib/api/client'
import { serverMessage } from '@shared/api/error'
import { email, maxEmail, maxName, maxPhone, personName, required } from '@shared/forms/schema'
import { useServerForm } from '@/lib/forms/forms'
import { withVisit } from '@/lib/sent-visit'
import type { TextKey } from '@shared/text-key'
import styles from './ContactForm.module.css'

const maxMessage = 5_000

// Any spelling of the phone: only people read it.
const schema = z.object({
  name: personName(1),
  phone: required(maxPhone),
  email: email(),
  message: required(maxMessage),
})
type Values = z.infer<typeof schema>

const labels = {
  name: 'CONTACT.FORM.NAME',
  phone: 'FORM.PHONE',
  email: 'FORM.EMAIL',
  message: 'CONTACT.FORM.MESSAGE',
} as const satisfies Record<keyof Values, TextKey>

/** A message to the shop; its number or the failure is shown below the button. */
export default function ContactForm() {
  const { t } = useTranslation()
  const [number, setNumber] = useState<string | null>(null)
  const { reset, failure, field, submit, summary, isBusy } = useServerForm({
    schema,
    labels,
    draft: 'contact',
    defaultValues: { name: '', phone: '', email: '', message: '' },
  })
  const onSubmit = submit(async (body, idempotencyKey) => {
    const data = await call('POST', '/contacts/submit', { body: withVisit(body), key: idempotencyKey(body) })
    reset()
    setNumber(data.number)
  })

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        setNumber(null)
        void onSubmit(event)
      }}
    >
      <FormErrors {...summary('')} failure={undefined} />
      <div className={styles.pair}>
        <Field {...field('name')} autoComplete="name" maxLength={maxName} />
        <Field {...field('phone')} type="tel" autoComplete="tel" maxLength={maxPhone} />
      </div>
      <Field {...field('email')} type="email" autoComplete="email" inputMode="email" maxLength={maxEmail} />
      <TextArea rows={5} {...field('message')} maxLength={maxMessage} />
      <PrivacyNote />
      <Button variant="primary" type="submit" className={styles.button} busyLabel={isBusy ? t('COMMON.SENDING') : undefined}>
        {t('CONTACT.FORM.SEND')}
      </Button>
      <div role="status">
        {number !== null && (
          <p className={styles.success}>
            <Check size={24} strokeWidth={1.5} aria-hidden="true" />
            <span>
              {t('CONTACT.FORM.SUCCESS')} <span className="second">{t('CONTACT.FORM.NUMBER', { number })}</span>
            </span>
          </p>
        )}
      </div>
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          <CircleAlert size={24} strokeWidth={1.5} aria-hidden="true" />
          <span>
            {serverMessage(failure) || t('CONTACT.FORM.ERROR')} {t('CONTACT.FORM.ERROR_ADVICE')}
          </span>
        </p>
      )}
    </form>
  )
}
