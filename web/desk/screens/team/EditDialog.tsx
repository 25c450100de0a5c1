import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { optionalPhone } from '@shared/forms/schema'
import { call } from '@desk/api/client'
import type { Staff } from '@desk/api/records'
import type { Role } from '@desk/api/words'
import { Field, Select } from '@shared/components/Field'
import { FormDialog } from '@desk/components/FormDialog'
import type { TextKey } from '@shared/text-key'
import { useServerForm } from '@desk/lib/forms'
import { fullName } from '@desk/lib/names'
import { saveMerging } from '@desk/lib/save-merging'
import { useStores } from '@desk/lib/stores'
import { roleTexts } from '@desk/lib/texts'
import { showToast } from '@shared/toasts'
import { givenRoles, percent } from './InviteDialog'
import styles from './Team.module.css'
import { keepStaff } from './use-staff-calls'

const schema = z.object({
  role: z.string(),
  storeId: z.string(),
  discountLimitPercent: percent(),
  phone: optionalPhone(),
})

const labels: Readonly<Record<string, TextKey>> = {
  role: 'TEAM.ROLE',
  storeId: 'TEAM.STORE',
  discountLimitPercent: 'TEAM.LIMIT',
  phone: 'COMMON.PHONE',
}

/** Changes role, store, limit and telephone of one person. */
export function EditDialog({ staff, onClose }: { staff: Staff; onClose: () => void }) {
  const { t } = useTranslation()
  const { stores, nameOf } = useStores()
  // The person changes below the open dialog as others change them; what is typed was begun from this one.
  const [base] = useState(staff)
  const { field, form, submit, failureText, isBusy } = useServerForm({
    schema,
    defaultValues: {
      role: base.role,
      storeId: base.storeId ?? '',
      discountLimitPercent: String(base.discountLimitPercent),
      phone: base.phone ?? '',
    },
  })
  const show = (name: string, value: unknown): string => {
    if (name === 'role') return t(roleTexts[value as Role])
    if (name === 'storeId') return typeof value === 'string' ? nameOf(value) : t('TEAM.ALL_STORES')
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '—'
  }
  const send = submit(async (values) => {
    const wanted = {
      role: values.role as Role,
      storeId: values.storeId === '' ? null : values.storeId,
      discountLimitPercent: Number(values.discountLimitPercent),
      phone: values.phone === '' ? null : values.phone,
    }
    const entries = Object.entries(wanted).filter(([name, value]) => base[name as keyof typeof wanted] !== value)
    const changes: Partial<Staff> = Object.fromEntries(entries)
    if (entries.length === 0) {
      onClose()
      return
    }
    const saved = await saveMerging<Staff, Staff>({
      base,
      changes,
      send: (version, changed) => call('PATCH', '/desk/team/{id}', { path: { id: staff.id }, body: { version, ...changed } }),
      present: (data) => data as Staff,
      label: (name) => t(labels[name] ?? 'COMMON.CHANGE'),
      show,
      onMerged: (count) => showToast({ tone: 'done', text: t('CONFLICT.MERGED', { count }) }),
    })
    if (saved !== null) keepStaff(saved)
    onClose()
  })
  const role = form.watch('role')
  return (
    <FormDialog
      title={fullName(staff)}
      description={staff.email}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      submitText={t('COMMON.SAVE')}
      isBusy={isBusy}
      failure={failureText}
    >
      <div className={styles.form}>
        <Select {...field('role')} label={t('TEAM.ROLE')} disabled={staff.role === 'owner'}>
          {(staff.role === 'owner' ? (['owner'] as const) : givenRoles).map((option) => (
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
        <Field {...field('phone')} type="tel" label={t('COMMON.PHONE')} />
      </div>
    </FormDialog>
  )
}
