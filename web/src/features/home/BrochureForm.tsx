import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Button } from '@shared/components/Button'
import { ExternalLink } from '@/components/content/ExternalLink'
import { Field } from '@shared/components/Field'
import { FormErrors } from '@/components/forms/FormErrors'
import { PrivacyNote } from '@/components/forms/PrivacyNote'
import { call } from '@/lib/api/client'
import { storesQuery } from '@/lib/api/content-queries'
import { serverMessage } from '@shared/api/error'
import { normalizePhone } from '@shared/forms/phone'
import { useQuery } from '@shared/query/use-query'
import { email, personName, phone } from '@shared/forms/schema'
import { useServerForm } from '@/lib/forms/forms'
import { withVisit } from '@/lib/sent-visit'
import styles from './Brochure.module.css'

const schema = z.object({ nameSurname: personName(1), phoneNumber: phone(), email: email() })
type Values = z.infer<typeof schema>

const fields = ['nameSurname', 'phoneNumber', 'email'] as const satisfies readonly (keyof Values)[]
const labels = { nameSurname: 'FORM.FULL_NAME', phoneNumber: 'FORM.PHONE', email: 'FORM.EMAIL' } as const
const attributes = {
  nameSurname: { autoComplete: 'name', maxLength: 100 },
  phoneNumber: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', maxLength: 30 },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', maxLength: 254 },
} as const

/** Opens the brochure in a new tab after three fields; the link stays for browsers that block the tab. */
export default function BrochureForm() {
  const { t } = useTranslation()
  const { data: stores } = useQuery(storesQuery)
  const [done, setDone] = useState(false)
  const { reset, failure, field, submit, summary, isBusy } = useServerForm({
    schema,
    labels,
    draft: 'brochure',
    defaultValues: { nameSurname: '', phoneNumber: '', email: '' },
  })
  const brochureUrl = stores?.catalogueUrl

  const onSubmit = submit(async (values, idempotencyKey) => {
    setDone(false)
    const body = { ...values, phoneNumber: normalizePhone(values.phoneNumber) }
    await call('POST', '/CatalogueDownloads', { body: withVisit(body), key: idempotencyKey(body) })
    reset()
    setDone(true)
    if (brochureUrl) window.open(brochureUrl, '_blank', 'noopener')
  })
  const message = serverMessage(failure)

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void onSubmit(event)}>
      <FormErrors {...summary('')} failure={failure === null ? undefined : t('HOME.CATALOGUE.FAILED')}>
        {message !== '' && <p>{message}</p>}
      </FormErrors>
      {fields.map((name) => (
        <Field key={name} {...field(name)} {...attributes[name]} hint={name === 'phoneNumber' ? t('FORM.PHONE_HINT') : undefined} />
      ))}
      <PrivacyNote />
      <Button variant="primary" type="submit" busyLabel={isBusy ? t('COMMON.SENDING') : undefined}>
        {t('HOME.CATALOGUE.SEND')}
      </Button>
      <div role="status">
        {done && (
          <div className={styles.done}>
            <Check size={24} strokeWidth={1.5} aria-hidden="true" />
            <div>
              <p>{t(brochureUrl ? 'HOME.CATALOGUE.DONE' : 'HOME.CATALOGUE.DONE_LATER')}</p>
              {brochureUrl && <ExternalLink href={brochureUrl}>{t('HOME.CATALOGUE.OPEN')}</ExternalLink>}
            </div>
          </div>
        )}
      </div>
    </form>
  )
}
