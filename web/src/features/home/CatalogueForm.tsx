import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Button } from '@/components/Button'
import { ExternalLink } from '@/components/ExternalLink'
import { Field } from '@/components/Field'
import { FormProblems } from '@/components/FormProblems'
import { AttemptKeys } from '@/lib/api/attempt'
import { answer, api } from '@/lib/api/client'
import { storesQuery } from '@/lib/api/content-queries'
import { serverMessage } from '@/lib/api/error'
import { normalizePhone } from '@/lib/forms/phone'
import { email, maxName, phone, requiredText } from '@/lib/forms/schema'
import { markServerErrors, useFieldError } from '@/lib/forms/use-form-texts'
import styles from './Catalogue.module.css'

const schema = z.object({ nameSurname: requiredText(maxName), phoneNumber: phone(), email: email() })
type Values = z.infer<typeof schema>

const fields = ['nameSurname', 'phoneNumber', 'email'] as const satisfies readonly (keyof Values)[]
const labels = { nameSurname: 'FORM.FULL_NAME', phoneNumber: 'FORM.PHONE', email: 'FORM.EMAIL' } as const
const attributes = {
  nameSurname: { autoComplete: 'name', maxLength: 100 },
  phoneNumber: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', maxLength: 30 },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', maxLength: 254 },
} as const

/** Three fields; then the catalogue opens in a tab of its own, and its link stays here for browsers that block the tab. */
export default function CatalogueForm() {
  const { t } = useTranslation()
  const { data: stores } = useQuery(storesQuery)
  const [keys] = useState(() => new AttemptKeys())
  const [failure, setFailure] = useState<{ said: string }>()
  const [done, setDone] = useState(false)
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { nameSurname: '', phoneNumber: '', email: '' },
  })
  const { isSubmitting, submitCount } = form.formState
  const errorOf = useFieldError(form)
  const address = stores?.catalogueUrl

  const send = async (values: Values) => {
    setFailure(undefined)
    setDone(false)
    const body = { ...values, phoneNumber: normalizePhone(values.phoneNumber) }
    try {
      const header = { 'Idempotency-Key': keys.keyFor(body) }
      await answer(api.POST('/api/v1.0/CatalogueDownloads', { body, params: { header } }))
    } catch (error) {
      markServerErrors(form, error, fields)
      setFailure({ said: serverMessage(error) })
      return
    }
    keys.decided()
    form.reset()
    setDone(true)
    if (address) window.open(address, '_blank', 'noopener')
  }

  const problems = fields
    .map((name) => ({ name, label: t(labels[name]), text: errorOf(name) ?? '' }))
    .filter(({ text }) => text !== '')

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
      <FormProblems
        failure={failure && t('HOME.CATALOGUE.FAILED')}
        problems={problems}
        attempt={submitCount}
        onPick={form.setFocus}
      >
        {failure !== undefined && failure.said !== '' && <p>{failure.said}</p>}
      </FormProblems>
      {fields.map((name) => (
        <Field
          key={name}
          {...form.register(name)}
          {...attributes[name]}
          label={t(labels[name])}
          hint={name === 'phoneNumber' ? t('FORM.PHONE_HINT') : undefined}
          error={errorOf(name)}
        />
      ))}
      <Button type="submit" busyLabel={isSubmitting ? t('COMMON.SENDING') : undefined}>
        {t('HOME.CATALOGUE.SEND')}
      </Button>
      <div role="status">
        {done && (
          <div className={styles.done}>
            <Check size={24} strokeWidth={1.5} aria-hidden="true" />
            <div>
              <p>{t(address ? 'HOME.CATALOGUE.DONE' : 'HOME.CATALOGUE.DONE_LATER')}</p>
              {address && <ExternalLink href={address}>{t('HOME.CATALOGUE.OPEN')}</ExternalLink>}
            </div>
          </div>
        )}
      </div>
    </form>
  )
}
