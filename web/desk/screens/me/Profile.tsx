import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { languageNames, languages } from '@shared/language'
import { optional, optionalPhone, personName } from '@shared/forms/schema'
import type { Me } from '@desk/api/records'
import { useMe } from '@desk/api/session'
import { Button } from '@shared/components/Button'
import { Field, Select, TextArea } from '@shared/components/Field'
import { Block, Note } from '@desk/components/Parts'
import { useServerForm } from '@desk/lib/forms'
import styles from './Me.module.css'
import { useSaveMe } from './use-save-me'

const schema = z.object({
  name: personName(),
  lastname: personName(),
  phone: optionalPhone(),
  language: z.enum(languages),
  signature: optional(500),
})

export function Profile() {
  const { t } = useTranslation()
  const me = useMe()
  const save = useSaveMe()
  const { name, lastname, language, signature } = me
  const { field, submit, failureText, isBusy } = useServerForm({
    schema,
    defaultValues: { name, lastname, phone: me.phone ?? '', language, signature },
  })
  const send = submit(async ({ phone, ...values }) => {
    const wanted = { ...values, phone: phone === '' ? null : phone }
    const changes: Partial<Me> = Object.fromEntries(
      Object.entries(wanted).filter(([field, value]) => me[field as keyof typeof wanted] !== value),
    )
    if (Object.keys(changes).length > 0) await save(changes)
  })
  return (
    <Block title={t('ME.PROFILE')} aside={me.email}>
      <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
        {failureText !== undefined && (
          <Note tone="ruby" role="alert">
            {failureText}
          </Note>
        )}
        <div className={styles.pair}>
          <Field {...field('name')} label={t('COMMON.NAME')} autoComplete="given-name" />
          <Field {...field('lastname')} label={t('COMMON.LASTNAME')} autoComplete="family-name" />
          <Field {...field('phone')} type="tel" label={t('COMMON.PHONE')} autoComplete="tel" />
          <Select {...field('language')} label={t('COMMON.LANGUAGE_LABEL')}>
            {languages.map((option) => (
              <option key={option} value={option} lang={option}>
                {languageNames[option]}
              </option>
            ))}
          </Select>
        </div>
        <TextArea {...field('signature')} label={t('ME.SIGNATURE')} hint={t('ME.SIGNATURE_HINT')} rows={2} />
        <p>
          <Button variant="primary" type="submit" busy={isBusy}>
            {t('COMMON.SAVE')}
          </Button>
        </p>
      </form>
    </Block>
  )
}
