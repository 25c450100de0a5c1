import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Select } from '@shared/components/Field'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import type { Staff } from '@desk/api/records'
import { Dialog } from '@desk/components/Dialog'
import { fullName } from '@desk/lib/names'
import { takesQuotes, useTeamNames } from '@desk/lib/team'
import { useStaffCalls } from './use-staff-calls'

/** Value of the choice that leaves the work without an assignee. */
const free = ''

/** Disables a person and hands over their open quotes and orders. */
export function DisableDialog({ staff, onClose }: { staff: Staff; onClose: () => void }) {
  const { t } = useTranslation()
  const team = useTeamNames()
  const [to, setTo] = useState(free)
  const { disable, isBusy } = useStaffCalls(staff)
  const orders = useQuery(query('/desk/orders/counts', { query: { assignee: staff.id } })).data?.open
  const name = fullName(staff)
  const receivers = team.filter((person) => person.id !== staff.id && takesQuotes(person))
  return (
    <Dialog
      title={t('TEAM.DISABLE_OF', { name })}
      description={t('TEAM.HAS_WORK', { quotes: staff.openQuotes ?? '—', orders: orders ?? '—' })}
      onClose={onClose}
      isKept
      actions={
        <>
          <Button onClick={onClose}>{t('COMMON.CANCEL')}</Button>
          <Button variant="danger" busy={isBusy} onClick={() => disable(to === free ? null : to, onClose)}>
            {t('TEAM.DISABLE')}
          </Button>
        </>
      }
    >
      <Select label={t('TEAM.HAND_OVER_TO')} value={to} onChange={(event) => setTo(event.target.value)}>
        <option value={free}>{t('TEAM.LEAVE_FREE')}</option>
        {receivers.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </Select>
    </Dialog>
  )
}
