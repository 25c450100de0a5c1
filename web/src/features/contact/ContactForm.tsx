import { zodResolver } from '@hookform/resolvers/zod'
import { Check, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Button } from '@/components/Button'
import { Field, TextAreaField } from '@/components/Field'
import { FormProblems } from '@/components/FormProblems'
import { AttemptKeys } from '@/lib/api/attempt'
import { answer, api } from '@/lib/api/client'
import { serverMessage } from '@/lib/api/error'
import { email, maxEmail, maxName, maxPhone, requiredText } from '@/lib/forms/schema'
import { markServerErrors, useFieldError } from '@/lib/forms/use-form-texts'
import type { TextKey } from '@/lib/text-key'
import styles from './ContactForm.module.css'

const maxMessage = 5_000

// A phone in any spelling: people answer it, no machine.
const schema = z.object({
  name: requiredText(maxName),
  phone: requiredText(maxPhone),
  email: email(),
  message: requiredText(maxMessage),
})
type Values = z.infer<typeof schema>

const labels = {
  name: 'CONTACT.FORM.NAME',
  phone: 'FORM.PHONE',
  email: 'FORM.EMAIL',
  message: 'CONTACT.FORM.MESSAGE',
} as const satisfies Record<keyof Values, TextKey>
const names = ['name', 'phone', 'email', 'message'] as const

type Result = { number: string } | { failure: string }

/** A message to the shop; what became of it stands below the button. */
export function ContactForm() {
  const { t } = useTranslation()
  const [keys] = useState(() => new AttemptKeys())
  const [result, setResult] = useState<Result | null>(null)
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { name: '', phone: '', email: '', message: '' },
  })
  const { isSubmitting, submitCount } = form.formState
  const errorOf = useFieldError(form)

  const send = async (values: Values) => {
    try {
      const header = { 'Idempotency-Key': keys.keyFor(values) }
      const { data } = await answer(api.POST('/api/v1.0/contacts/submit', { body: values, params: { header } }))
      keys.decided()
      form.reset()
      setResult({ number: data.number })
    } catch (error) {
      markServerErrors(form, error, names)
      setResult({ failure: serverMessage(error) || t('CONTACT.FORM.ERROR') })
    }
  }
  const problems = names
    .map((name) => ({ name, label: t(labels[name]), text: errorOf(name) ?? '' }))
    .filter(({ text }) => text !== '')

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        setResult(null)
        void form.handleSubmit(send)(event)
      }}
    >
      <FormProblems problems={problems} attempt={submitCount} onPick={form.setFocus} />
      <div className={styles.pair}>
        <Field
          {...form.register('name')}
          label={t(labels.name)}
          autoComplete="name"
          maxLength={maxName}
          error={errorOf('name')}
        />
        <Field
          {...form.register('phone')}
          label={t(labels.phone)}
          type="tel"
          autoComplete="tel"
          maxLength={maxPhone}
          error={errorOf('phone')}
        />
      </div>
      <Field
        {...form.register('email')}
        label={t(labels.email)}
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={maxEmail}
        error={errorOf('email')}
      />
      <TextAreaField
        {...form.register('message')}
        label={t(labels.message)}
        maxLength={maxMessage}
        error={errorOf('message')}
      />
      <Button type="submit" className={styles.button} busyLabel={isSubmitting ? t('COMMON.SENDING') : undefined}>
        {t('CONTACT.FORM.SEND')}
      </Button>
      <div role="status">
        {result !== null && 'number' in result && (
          <p className={styles.success}>
            <Check size={24} strokeWidth={1.5} aria-hidden="true" />
            <span>
              {t('CONTACT.FORM.SUCCESS')} <span className="second">{t('CONTACT.FORM.NUMBER', result)}</span>
            </span>
          </p>
        )}
      </div>
      {result !== null && 'failure' in result && (
        <p role="alert" className={styles.failure}>
          <CircleAlert size={24} strokeWidth={1.5} aria-hidden="true" />
          <span>
            {result.failure} {t('CONTACT.FORM.ERROR_ADVICE')}
          </span>
        </p>
      )}
    </form>
  )
}
