import { useTranslation } from 'react-i18next'
import { AttemptKeys } from '@shared/api/attempt'
import { useState } from 'react'
import { hasKey, isChanged } from '@shared/api/error'
import { call, query } from '@desk/api/client'
import { queryClient, reload } from '@desk/api/query-client'
import type { Staff } from '@desk/api/records'
import { errorText } from '@desk/lib/errors'
import { fullName } from '@desk/lib/names'
import { showToast } from '@desk/lib/toasts'

/** Shows a changed person in the list, sorted by name again when it is loaded. */
export function keepStaff(staff: Staff): void {
  queryClient.setQueryData(query('/desk/team').queryKey, (team) => {
    if (team === undefined) return undefined
    const isNew = team.data.every(({ id }) => id !== staff.id)
    return { ...team, data: isNew ? [...team.data, staff] : team.data.map((other) => (other.id === staff.id ? staff : other)) }
  })
  void reload('/desk/team', '/desk/team/names')
}

const none = () => null

/** The owner's calls about one person. Those that need it ask for the code first. */
export function useStaffCalls(staff: Staff) {
  const { t } = useTranslation()
  const [keys] = useState(() => new AttemptKeys())
  const name = fullName(staff)

  const run = async (send: () => Promise<Staff | null>, done: string) => {
    try {
      const answer = await send()
      if (answer === null) await reload('/desk/team', '/desk/team/names')
      else keepStaff(answer)
      showToast({ tone: 'done', text: done })
    } catch (error) {
      // Giving the step-up up is no failure.
      if (hasKey(error, 'DESK.STEP_UP')) return
      if (isChanged(error) && error.data !== null) keepStaff(error.data as Staff)
      showToast({ tone: 'error', text: errorText(t, error) })
    }
  }
  const path = { id: staff.id }
  return {
    resend: () =>
      void run(
        () => call('POST', '/desk/team/{id}/resend-invitation', { path, key: keys.keyFor(path) }).finally(() => keys.finish()),
        t('TEAM.RESENT', { email: staff.email }),
      ),
    resetFactor: () => void run(() => call('POST', '/desk/team/{id}/reset-second-factor', { path }), t('TEAM.FACTOR_RESET', { name })),
    endSessions: () =>
      void run(() => call('DELETE', '/desk/team/{id}/sessions', { path }).then(none), t('TEAM.SESSIONS_ENDED', { name })),
    setDisabled: (isDisabled: boolean) =>
      void run(
        () => call('PATCH', '/desk/team/{id}', { path, body: { version: staff.version, isDisabled } }),
        t(isDisabled ? 'TEAM.WAS_DISABLED' : 'TEAM.WAS_ENABLED', { name }),
      ),
    remove: () =>
      void run(() => call('DELETE', '/desk/team/{id}', { path, query: { version: staff.version } }).then(none), t('TEAM.REMOVED', { name })),
  }
}
