import { useTranslation } from 'react-i18next'
import { isChanged } from '@shared/api/error'
import { call, query } from '@desk/api/client'
import { queryClient, reload } from '@desk/api/query-client'
import type { Staff } from '@desk/api/records'
import { fullName } from '@desk/lib/names'
import { showToast } from '@shared/toasts'
import { useChange, type KeyFor } from '@desk/lib/use-change'

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

interface StaffCall {
  send: (keyFor: KeyFor) => Promise<Staff | null>
  /** Message after success. */
  done: string
  onDone?: (() => void) | undefined
}

/** The owner's calls about one person. Those that need it ask for the code first. */
export function useStaffCalls(staff: Staff) {
  const { t } = useTranslation()
  const name = fullName(staff)
  const change = useChange({
    send: ({ send }: StaffCall, keyFor) => send(keyFor),
    onDone: async (answer, { done, onDone }) => {
      onDone?.()
      showToast({ tone: 'done', text: done })
      if (answer === null) await reload('/desk/team', '/desk/team/names')
      else keepStaff(answer)
    },
    onConflict: (present, error) => {
      if (isChanged(error)) keepStaff(present as Staff)
      return undefined
    },
  })
  const run = (send: StaffCall['send'], done: string, onDone?: () => void) => change.mutate({ send, done, onDone })
  const path = { id: staff.id }
  return {
    resend: () =>
      run(
        (keyFor) => call('POST', '/desk/team/{id}/resend-invitation', { path, key: keyFor(path) }),
        t('TEAM.RESENT', { email: staff.email }),
      ),
    resetFactor: () => run(() => call('POST', '/desk/team/{id}/reset-second-factor', { path }), t('TEAM.FACTOR_RESET', { name })),
    endSessions: () => run(() => call('DELETE', '/desk/team/{id}/sessions', { path }).then(none), t('TEAM.SESSIONS_ENDED', { name })),
    disable: (handOverTo: string | null, onDone: () => void) =>
      run(
        () => call('PATCH', '/desk/team/{id}', { path, body: { version: staff.version, isDisabled: true, handOverTo } }),
        t('TEAM.WAS_DISABLED', { name }),
        onDone,
      ),
    enable: () =>
      run(
        () => call('PATCH', '/desk/team/{id}', { path, body: { version: staff.version, isDisabled: false } }),
        t('TEAM.WAS_ENABLED', { name }),
      ),
    isBusy: change.isPending,
    remove: () =>
      run(() => call('DELETE', '/desk/team/{id}', { path, query: { version: staff.version } }).then(none), t('TEAM.REMOVED', { name })),
  }
}
