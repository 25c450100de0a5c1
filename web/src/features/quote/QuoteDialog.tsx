import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/Button'
import { Field } from '@/components/Field'
import { FormErrors } from '@/components/FormErrors'
import { Modal } from '@/components/Modal'
import { PrivacyNote } from '@/components/PrivacyNote'
import { api, unwrap } from '@/lib/api/client'
import { serverMessage } from '@shared/api/error'
import { normalizePhone } from '@shared/forms/phone'
import { useServerForm } from '@/lib/forms/use-server-form'
import { useLanguage } from '@/lib/i18n/setup'
import { imageUrl } from '@/lib/image'
import { localized } from '@/lib/localized'
import { closeQuote, finishQuote, type QuoteRequest } from '@/stores/quote'
import { showToast } from '@/stores/toasts'
import styles from './QuoteDialog.module.css'
import { QuoteProduct } from './QuoteProduct'
import { quoteLabels, quoteSchema, type QuoteValues } from './schema'

const attributes = {
  name: { autoComplete: 'given-name', maxLength: 100 },
  surname: { autoComplete: 'family-name', maxLength: 100 },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', maxLength: 30 },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', maxLength: 254 },
} as const

/** Asks for the price of one product, in the chosen quantity and colour. */
export default function QuoteDialog({ request }: { request: QuoteRequest }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const formId = useId()
  const { form, failure, field, submit, summary } = useServerForm<QuoteValues>({
    schema: quoteSchema,
    labels: quoteLabels,
    defaultValues: { name: '', surname: '', phone: '', email: '' },
  })
  const { isSubmitting, isValid } = form.formState
  const { product, quantity, color } = request

  const onSubmit = submit(async (values, idempotencyKey) => {
    const image = product.images[0]?.imageUrl
    const body = {
      ...values,
      phone: normalizePhone(values.phone),
      productId: product.id,
      productName: localized(product, 'name', language),
      productImage: image === undefined ? null : new URL(imageUrl(image), window.location.origin).href,
      quantity,
      color,
    }
    const params = { header: idempotencyKey(body) }
    await unwrap(api.POST('/api/v1.0/ProductInquiries/submit', { body, params }))
    finishQuote(request)
    showToast({ tone: 'done', text: t('QUOTE.SENT') })
  })

  const input = (name: keyof QuoteValues) => <Field {...field(name)} {...attributes[name]} />
  const message = serverMessage(failure)

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
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void onSubmit(event)}>
        <FormErrors {...summary('')} failure={failure === null ? undefined : t('QUOTE.FAILED')}>
          {message !== '' && <p>{message}</p>}
        </FormErrors>
        <div className={styles.pair}>
          {input('name')}
          {input('surname')}
        </div>
        {input('phone')}
        {input('email')}
        <PrivacyNote />
      </form>
    </Modal>
  )
}
