import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/Button'
import { Field } from '@/components/Field'
import { FormProblems } from '@/components/FormProblems'
import { PasswordField } from '@/components/PasswordField'
import { detailsQuery } from '@/lib/api/account-queries'
import { answer, api } from '@/lib/api/client'
import { serverMessage } from '@/lib/api/error'
import type { Details } from '@/lib/api/types'
import { markServerErrors, useFieldError } from '@/lib/forms/use-form-texts'
import type { TextKey } from '@/lib/text-key'
import styles from './DetailsForm.module.css'
import { detailsChange, detailsSchema, type DetailsValues } from './schema'

const labels = {
  name: 'FORM.FIRST_NAME',
  lastname: 'FORM.LAST_NAME',
  currentPassword: 'FORM.CURRENT_PASSWORD',
  newPassword: 'FORM.NEW_PASSWORD',
  confirmPassword: 'FORM.CONFIRM_PASSWORD',
} as const satisfies Record<keyof DetailsValues, TextKey>

const names = ['name', 'lastname', 'currentPassword', 'newPassword', 'confirmPassword'] as const
const passwords = ['currentPassword', 'newPassword', 'confirmPassword'] as const
const noPasswords = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function DetailsForm({ details }: { details: Details }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const [saved, setSaved] = useState(false)
  const form = useForm<DetailsValues>({
    resolver: zodResolver(detailsSchema),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { name: details.name, lastname: details.lastname, ...noPasswords },
  })
  const { isSubmitting, isValid, submitCount, touchedFields } = form.formState
  const errorAt = useFieldError(form)
  // The three passwords are checked together, but nobody is told about a field that they have not come to.
  const errorOf = (name: keyof DetailsValues) =>
    touchedFields[name] === true || submitCount > 0 ? errorAt(name) : undefined

  const send = async (values: DetailsValues) => {
    setFailure(undefined)
    setSaved(false)
    try {
      await answer(api.PUT('/api/v1.0/account/details', { body: detailsChange(values) }))
    } catch (error) {
      markServerErrors(form, error, names)
      setFailure(serverMessage(error) || t('ACCOUNT.DETAILS.UPDATE_ERROR'))
      return
    }
    form.reset({ ...values, ...noPasswords }, { keepSubmitCount: false })
    setSaved(true)
    await client.invalidateQueries({ queryKey: detailsQuery.queryKey })
  }
  const problems = names
    .map((name) => ({ name, label: t(labels[name]), text: errorOf(name) ?? '' }))
    .filter(({ text }) => text !== '')

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
      <FormProblems
        failure={failure}
        problems={problems}
        attempt={failure === undefined ? submitCount : submitCount + 1}
        onPick={form.setFocus}
      />
      <div role="status">
        {saved && (
          <p className={styles.saved}>
            <Check size={20} strokeWidth={1.5} aria-hidden="true" />
            {t('ACCOUNT.DETAILS.UPDATE_SUCCESS')}
          </p>
        )}
      </div>
      <div className={styles.pair}>
        <Field
          {...form.register('name')}
          label={t(labels.name)}
          autoComplete="given-name"
          maxLength={100}
          error={errorOf('name')}
        />
        <Field
          {...form.register('lastname')}
          label={t(labels.lastname)}
          autoComplete="family-name"
          maxLength={100}
          error={errorOf('lastname')}
        />
      </div>
      <Field label={t('FORM.EMAIL')} type="email" value={details.email} readOnly autoComplete="username" />
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t('ACCOUNT.DETAILS.PASSWORD')}</legend>
        <p className={styles.hint}>{t('ACCOUNT.DETAILS.PASSWORD_OPTIONAL')}</p>
        {passwords.map((name) => (
          <PasswordField
            key={name}
            {...form.register(name, { deps: passwords.filter((other) => other !== name) })}
            label={t(labels[name])}
            hint={name === 'newPassword' ? t('FORM.PASSWORD_HINT') : undefined}
            autoComplete={name === 'currentPassword' ? 'current-password' : 'new-password'}
            error={errorOf(name)}
          />
        ))}
      </fieldset>
      <Button
        type="submit"
        className={styles.button}
        disabled={!isValid}
        busyLabel={isSubmitting ? t('ACCOUNT.SAVING') : undefined}
      >
        {t('ACCOUNT.SAVE')}
      </Button>
    </form>
  )
}
