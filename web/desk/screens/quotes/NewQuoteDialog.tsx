import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { languageNames, languages } from '@shared/language'
import { optional, optionalName, optionalPhone, personName } from '@shared/forms/schema'
import { call } from '@desk/api/client'
import type { Customer, Quote } from '@desk/api/records'
import { sources } from '@desk/api/words'
import { Field, Select, TextArea } from '@shared/components/Field'
import { Check } from '@desk/components/Check'
import { FormDialog } from '@desk/components/FormDialog'
import { useServerForm } from '@desk/lib/forms'
import { sourceTexts } from '@desk/lib/texts'
import { keepQuote } from './queries'
import styles from './Quotes.module.css'

const byHand = sources.filter((source) => source !== 'website')

const schema = z
  .object({
    source: z.enum(byHand),
    name: personName(1),
    surname: optionalName(),
    phone: optionalPhone(),
    email: optional(254),
    language: z.enum(languages),
    message: optional(5000),
    assignToMe: z.boolean(),
  })
  .check(z.refine((values) => values.phone !== '' || values.email !== '', { error: 'FIELD.REQUIRED', path: ['phone'] }))

interface NewQuoteDialogProps {
  /** Whose quote it is, if known. */
  customer: Customer | undefined
  onClose: () => void
  onAdded: (quote: Quote) => void
}

/** A quote of somebody who came into the shop or called. */
export function NewQuoteDialog({ customer, onClose, onAdded }: NewQuoteDialogProps) {
  const { t } = useTranslation()
  const { field, form, submit, failureText, isBusy } = useServerForm({
    schema,
    defaultValues: {
      source: 'walkIn',
      name: customer?.name ?? '',
      surname: '',
      phone: customer?.phones[0] ?? '',
      email: customer?.emails[0] ?? '',
      language: customer?.language ?? 'az',
      message: '',
      assignToMe: true,
    },
  })
  const send = submit(async ({ phone, email, ...values }, keyFor) => {
    const body = { ...values, phone: phone === '' ? null : phone, email: email === '' ? null : email }
    const quote = await call('POST', '/desk/quotes', { body, key: keyFor(body) })
    keepQuote(quote)
    onAdded(quote)
  })
  return (
    <FormDialog
      title={t('QUOTES.ADD')}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      submitText={t('QUOTES.CREATE')}
      isBusy={isBusy}
      failure={failureText}
    >
      <div className={styles.pair}>
        <Field {...field('name')} label={t('COMMON.NAME')} />
        <Field {...field('surname')} label={t('COMMON.LASTNAME')} />
        <Field {...field('phone')} type="tel" label={t('COMMON.PHONE')} />
        <Field {...field('email')} type="email" label={t('COMMON.EMAIL')} />
        <Select {...field('source')} label={t('QUOTE.SOURCE')}>
          {byHand.map((source) => (
            <option key={source} value={source}>
              {t(sourceTexts[source])}
            </option>
          ))}
        </Select>
        <Select {...field('language')} label={t('QUOTE.CUSTOMER_LANGUAGE')}>
          {languages.map((language) => (
            <option key={language} value={language}>
              {languageNames[language]}
            </option>
          ))}
        </Select>
      </div>
      <TextArea {...field('message')} label={t('QUOTES.MESSAGE')} />
      <Check {...form.register('assignToMe')}>{t('QUOTES.TO_ME')}</Check>
    </FormDialog>
  )
}
