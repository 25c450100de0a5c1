import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { languageNames, languages } from '@shared/language'
import { email, optionalName } from '@shared/forms/schema'
import { call } from '@desk/api/client'
import { roles } from '@desk/api/words'
import { Field, Select } from '@shared/components/Field'
import { FormDialog } from '@desk/components/FormDialog'
import { useServerForm } from '@desk/lib/forms'
import { useStores } from '@desk/lib/stores'
import { roleTexts } from '@desk/lib/texts'
import { showToast } from '@shared/toasts'
import styles from './Team.module.css'
import { keepStaff } from './use-staff-calls'

/** The owner's role is given by command only. */
export const givenRoles = roles.filter((role) => role !== 'owner')

export const percent = () => z.string().check(z.regex(/^\d{1,2}$/, 'FIELD.OUT_OF_RANGE'))

const schema = z.object({
  email: email(),
  name: optionalName(),
  lastname: optionalName(),
  role: z.enum(givenRoles),
  storeId: z.string(),
  discountLimitPercent: percent(),
  language: z.enum(languages),
})

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { stores, nameOf } = useStores()
  const { field, form, submit, failureText, isBusy } = useServerForm({
    schema,
    defaultValues: {
      email: '',
      name: '',
      lastname: '',
      role: 'sales',
      storeId: '',
      discountLimitPercent: '15',
      language: 'az',
    },
  })
  const role = form.watch('role')
  const send = submit(async ({ name, lastname, storeId, discountLimitPercent, ...values }, keyFor) => {
    const body = {
      ...values,
      ...(name !== '' && { name }),
      ...(lastname !== '' && { lastname }),
      storeId: storeId === '' ? null : storeId,
      discountLimitPercent: Number(discountLimitPercent),
    }
    const staff = await call('POST', '/desk/team', { body, key: keyFor(body) })
    keepStaff(staff)
    showToast({ tone: 'done', text: t('TEAM.INVITATION_SENT', { email: staff.email }) })
    onClose()
  })
  return (
    <FormDialog
      title={t('TEAM.INVITE_TITLE')}
      description={t('TEAM.INVITE_TEXT')}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      submitText={t('TEAM.SEND_INVITATION')}
      isBusy={isBusy}
      failure={failureText}
    >
      <Field {...field('email')} type="email" label={t('COMMON.EMAIL')} autoComplete="off" />
      <div className={styles.form}>
        <Field {...field('name')} label={t('COMMON.NAME')} autoComplete="off" />
        <Field {...field('lastname')} label={t('COMMON.LASTNAME')} autoComplete="off" />
        <Select {...field('role')} label={t('TEAM.ROLE')}>
          {givenRoles.map((option) => (
            <option key={option} value={option}>
              {t(roleTexts[option])}
            </option>
          ))}
        </Select>
        <Select {...field('storeId')} label={t('TEAM.STORE')}>
          <option value="">{t('TEAM.ALL_STORES')}</option>
          {stores.map(({ id }) => (
            <option key={id} value={id}>
              {nameOf(id)}
            </option>
          ))}
        </Select>
        {role === 'sales' && <Field {...field('discountLimitPercent')} inputMode="numeric" label={t('TEAM.LIMIT')} />}
        <Select {...field('language')} label={t('COMMON.LANGUAGE_LABEL')}>
          {languages.map((language) => (
            <option key={language} value={language}>
              {languageNames[language]}
            </option>
          ))}
        </Select>
      </div>
    </FormDialog>
  )
}
