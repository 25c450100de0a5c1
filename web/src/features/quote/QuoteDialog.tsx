import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/Button'
import { Field } from '@/components/Field'
import { FormProblems } from '@/components/FormProblems'
import { Modal } from '@/components/Modal'
import { AttemptKeys } from '@/lib/api/attempt'
import { answer, api } from '@/lib/api/client'
import { serverMessage } from '@/lib/api/error'
import { normalizePhone } from '@/lib/forms/phone'
import { markServerErrors, useFieldError } from '@/lib/forms/use-form-texts'
import { useLanguage } from '@/lib/i18n/setup'
import { imageAddress } from '@/lib/image'
import { localized } from '@/lib/localized'
import { closeQuote, type QuoteRequest } from '@/stores/quote'
import { showToast } from '@/stores/toasts'
import styles from './QuoteDialog.module.css'
import { QuoteProduct } from './QuoteProduct'
import { quoteFields, quoteLabels, quoteSchema, type QuoteValues } from './schema'

const attributes = {
  name: { autoComplete: 'given-name', maxLength: 100 },
  surname: { autoComplete: 'family-name', maxLength: 100 },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', maxLength: 30 },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', maxLength: 254 },
} as const

/** Asks for the price of one product; what was chosen of it travels along. */
export default function QuoteDialog({ request }: { request: QuoteRequest }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const formId = useId()
  const [keys] = useState(() => new AttemptKeys())
  const [failure, setFailure] = useState<{ said: string }>()
  const form = useForm<QuoteValues>({
    resolver: zodResolver(quoteSchema),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { name: '', surname: '', phone: '', email: '' },
  })
  const { isSubmitting, isValid, submitCount } = form.formState
  const errorOf = useFieldError(form)
  const { product, quantity, color } = request

  const send = async (values: QuoteValues) => {
    setFailure(undefined)
    const image = product.images[0]?.imageUrl
    const body = {
      ...values,
      phone: normalizePhone(values.phone),
      productId: product.id,
      productName: localized(product, 'name', language),
      productImage: image === undefined ? null : new URL(imageAddress(image), window.location.origin).href,
      quantity,
      color,
    }
    try {
      const header = { 'Idempotency-Key': keys.keyFor(body) }
      await answer(api.POST('/api/v1.0/ProductInquiries/submit', { body, params: { header } }))
    } catch (error) {
      markServerErrors(form, error, quoteFields)
      setFailure({ said: serverMessage(error) })
      return
    }
    closeQuote()
    showToast({ tone: 'done', text: t('QUOTE.SENT') })
  }

  const field = (name: keyof QuoteValues) => (
    <Field {...form.register(name)} {...attributes[name]} label={t(quoteLabels[name])} error={errorOf(name)} />
  )
  const problems = quoteFields
    .map((name) => ({ name, label: t(quoteLabels[name]), text: errorOf(name) ?? '' }))
    .filter(({ text }) => text !== '')

  return (
    <Modal
      open
      title={t('QUOTE.TITLE')}
      onClose={closeQuote}
      footer={
        <Button
          type="submit"
          form={formId}
          wide
          disabled={!isValid}
          busyLabel={isSubmitting ? t('COMMON.SENDING') : undefined}
        >
          {t('QUOTE.SEND')}
        </Button>
      }
    >
      <p className={styles.lead}>{t('QUOTE.LEAD')}</p>
      <QuoteProduct request={request} />
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
        <FormProblems
          failure={failure && t('QUOTE.FAILED')}
          problems={problems}
          attempt={submitCount}
          onPick={form.setFocus}
        >
          {failure !== undefined && failure.said !== '' && <p>{failure.said}</p>}
        </FormProblems>
        <div className={styles.pair}>
          {field('name')}
          {field('surname')}
        </div>
        {field('phone')}
        {field('email')}
      </form>
    </Modal>
  )
}
