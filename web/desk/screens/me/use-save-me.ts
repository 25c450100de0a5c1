import { useTranslation } from 'react-i18next'
import { call } from '@desk/api/client'
import type { Me, Session } from '@desk/api/records'
import { keepSession, useMe } from '@desk/api/session'
import type { TextKey } from '@shared/text-key'
import { saveMerging } from '@desk/lib/save-merging'
import { showToast } from '@shared/toasts'

const labels: Readonly<Record<string, TextKey>> = {
  name: 'COMMON.NAME',
  lastname: 'COMMON.LASTNAME',
  phone: 'COMMON.PHONE',
  language: 'COMMON.LANGUAGE_LABEL',
  signature: 'ME.SIGNATURE',
  shortcuts: 'ME.SHORTCUTS',
  notifications: 'ME.NOTIFICATIONS',
}

function staffOf(data: unknown): Me {
  const { staff } = data as Session
  if (staff === null) throw new Error('the session has no person')
  return staff
}

/** Saves changed fields of the own person. */
export function useSaveMe(): (changes: Partial<Me>) => Promise<void> {
  const { t } = useTranslation()
  const me = useMe()
  return async (changes) => {
    const session = await saveMerging<Me, Session>({
      base: me,
      changes,
      send: (version, changed) => call('PATCH', '/desk/me', { body: { version, ...changed } }),
      present: staffOf,
      label: (name) => t(labels[name] ?? 'COMMON.CHANGE'),
      show: (_, value) => (typeof value === 'string' ? value : JSON.stringify(value)),
    })
    if (session === null) return
    keepSession(session)
    showToast({ tone: 'done', text: t('COMMON.SAVED') })
  }
}
