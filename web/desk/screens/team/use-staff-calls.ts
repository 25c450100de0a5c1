import { useTranslation } from 'react-i18next'
import { AttemptKeys } from '@shared/api/attempt'
import { useState } from 'react'
import { desk } from '@desk/api/client'
import { hasKey, isChanged } from '@desk/api/error'
import { queryKeys } from '@desk/api/keys'
import { queryClient } from '@desk/api/query-client'
import type { Staff } from '@desk/api/types'
import { errorText } from '@desk/lib/errors'
import { fullName } from '@desk/lib/names'
import { showToast } from '@desk/lib/toasts'

/** Shows a changed person in the list, sorted by name again when it is loaded. */
export function keepStaff(staff: Staff): void {
  queryClient.setQueryData<Staff[]>(queryKeys.team, (team) => {
    if (team === undefined) return undefined
    return team.some(({ id }) => id === staff.id) ? team.map((other) => (other.id === staff.id ? staff : other)) : [...team, staff]
  })
  void queryClient.invalidateQueries({ queryKey: ['team'] })
}

/** The owner's calls about one person. Those that need it ask for the code first. */
export function useStaffCalls(staff: Staff) {
  const { t } = useTranslation()
  const [keys] = useState(() => new AttemptKeys())
  const name = fullName(staff)

  const run = async (send: () => Promise<Staff | null>, done: string) => {
    try {
      const answer = await send()
      if (answer === null) await queryClient.invalidateQueries({ queryKey: ['team'] })
      else keepStaff(answer)
      showToast({ tone: 'done', text: done })
    } catch (error) {
      // Giving the step-up up is no failure.
      if (hasKey(error, 'DESK.STEP_UP')) return
      if (isChanged(error) && error.data !== null) keepStaff(error.data as Staff)
      showToast({ tone: 'error', text: errorText(t, error) })
    }
  }
  const path = `team/${staff.id}`
  return {
    resend: () => {
      const body = {}
      void run(
        () => desk.send<Staff>('POST', `${path}/resend-invitation`, { body, key: keys.keyFor(body) }).finally(() => keys.finish()),
        t('TEAM.RESENT', { email: staff.email }),
      )
    },
    resetFactor: () =>
      void run(() => desk.send<Staff>('POST', `${path}/reset-second-factor`, { body: {} }), t('TEAM.FACTOR_RESET', { name })),
    endSessions: () => void run(() => desk.send<null>('DELETE', `${path}/sessions`), t('TEAM.SESSIONS_ENDED', { name })),
    setDisabled: (isDisabled: boolean) =>
      void run(
        () => desk.send<Staff>('PATCH', path, { body: { version: staff.version, isDisabled } }),
        t(isDisabled ? 'TEAM.WAS_DISABLED' : 'TEAM.WAS_ENABLED', { name }),
      ),
    remove: () => void run(() => desk.send<null>('DELETE', path, { query: { version: staff.version } }), t('TEAM.REMOVED', { name })),
  }
}
