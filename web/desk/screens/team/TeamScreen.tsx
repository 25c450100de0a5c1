import { Check, Ellipsis, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatShortDateTime, formatShortDay, isSameDay, timeInBaku } from '@shared/dates'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import type { Staff } from '@desk/api/records'
import { useMay, useMe } from '@desk/api/session'
import { roles } from '@desk/api/words'
import { Button } from '@shared/components/Button'
import { IconButton } from '@shared/components/IconButton'
import { Loaded } from '@desk/components/Loaded'
import { Menu, MenuItem, MenuLine } from '@desk/components/Menu'
import { Status } from '@shared/components/Status'
import { Avatar, Block } from '@desk/components/Parts'
import { Screen } from '@desk/components/Screen'
import type { TextKey } from '@shared/text-key'
import type { Column, Drawing } from '@desk/list/list'
import { ListTable } from '@desk/list/ListTable'
import { fullName } from '@desk/lib/names'
import { roleTexts } from '@desk/lib/texts'
import { DisableDialog } from './DisableDialog'
import { EditDialog } from './EditDialog'
import { InviteDialog } from './InviteDialog'
import styles from './Team.module.css'
import { useStaffCalls } from './use-staff-calls'

/** A dialog about one person. */
interface OpenStaff {
  staff: Staff
  dialog: typeof EditDialog | typeof DisableDialog
}

/** People, roles and second factors. Only the owner changes them. */
export default function TeamScreen() {
  const { t } = useTranslation()
  const mayWrite = useMay('team.write')
  const [open, setOpen] = useState<'invite' | OpenStaff | null>(null)
  const team = useQuery(query('/desk/team'))

  return (
    <Screen
      title={t('NAV.TEAM')}
      aside={team.data && t('TEAM.COUNT', { count: team.data.data.length })}
      actions={
        mayWrite && (
          <Button variant="primary" onClick={() => setOpen('invite')}>
            <UserRoundPlus size={17} strokeWidth={1.5} aria-hidden="true" />
            {t('TEAM.INVITE')}
          </Button>
        )
      }
    >
      <Loaded query={team} className={styles.error}>
        {({ data }, notice) => (
          <>
            {notice}
            <ListTable caption={t('NAV.TEAM')} columns={columnsOf(mayWrite ? setOpen : null)} rows={data} rowId={({ id }) => id} />
          </>
        )}
      </Loaded>
      <div className={styles.body}>
        <Matrix />
      </div>
      {open === 'invite' && <InviteDialog onClose={() => setOpen(null)} />}
      {open !== null && open !== 'invite' && <open.dialog staff={open.staff} onClose={() => setOpen(null)} />}
    </Screen>
  )
}

const columnsOf = (onOpen: ((open: OpenStaff) => void) | null): readonly Column<Staff>[] => [
  {
    id: 'name',
    header: 'TEAM.WHO',
    place: 'main',
    cell: (staff, { me }) => (
      <span className={styles.who}>
        <Avatar person={{ id: staff.id, name: fullName(staff) }} isOwn={staff.id === me.id} size="large" />
        <span>
          <b>{fullName(staff)}</b>
          <span className={styles.email}>{staff.email}</span>
        </span>
      </span>
    ),
  },
  { id: 'role', header: 'TEAM.ROLE', place: 'end', cell: ({ role }, { t }) => t(roleTexts[role]) },
  { id: 'factor', header: 'TEAM.FACTOR', place: 'below', cell: (staff) => <FactorStatus staff={staff} /> },
  {
    id: 'store',
    header: 'TEAM.STORE',
    place: 'wide',
    cell: ({ storeId }, { t, stores }) => (storeId === null ? t('TEAM.ALL_STORES') : (stores.find(({ id }) => id === storeId)?.name ?? '')),
  },
  { id: 'quotes', header: 'TEAM.OPEN_QUOTES', place: 'wide', cell: ({ openQuotes }) => (openQuotes === 0 ? '—' : (openQuotes ?? '—')) },
  { id: 'seen', header: 'TEAM.SEEN', place: 'wide', cell: lastSeen },
  ...(onOpen === null
    ? []
    : [
        {
          id: 'actions',
          label: 'TEAM.ACTIONS',
          place: 'action',
          cell: (staff: Staff) => <StaffMenu staff={staff} onOpen={(dialog) => onOpen({ staff, dialog })} />,
        } as const,
      ]),
]

function FactorStatus({ staff }: { staff: Staff }) {
  const { t } = useTranslation()
  if (staff.state === 'disabled') {
    return (
      <Status tone="ruby" isFilled={false}>
        {t('TEAM.DISABLED')}
      </Status>
    )
  }
  return (
    <Status tone={staff.hasSecondFactor ? 'emerald' : 'amber'} isFilled={staff.hasSecondFactor}>
      {t(staff.hasSecondFactor ? 'TEAM.HAS_FACTOR' : 'TEAM.NO_FACTOR')}
    </Status>
  )
}

function lastSeen({ isOnline, lastSeenAt, state, invitedAt }: Staff, { t, language, now }: Drawing) {
  const dim = (text: string) => <span className="dim">{text}</span>
  if (state === 'invited' && invitedAt !== null) return dim(t('TEAM.INVITED', { day: formatShortDay(invitedAt, language) }))
  if (isOnline) return dim(t('TEAM.NOW'))
  if (lastSeenAt === null) return dim('—')
  return dim(isSameDay(lastSeenAt, now) ? t('TEAM.TODAY', { time: timeInBaku(lastSeenAt) }) : formatShortDateTime(lastSeenAt, language))
}

function StaffMenu({ staff, onOpen }: { staff: Staff; onOpen: (dialog: OpenStaff['dialog']) => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const { resend, resetFactor, endSessions, enable, remove } = useStaffCalls(staff)
  const isOwner = staff.role === 'owner'
  return (
    <Menu
      trigger={
        <IconButton size="small" label={t('TEAM.ACTIONS_OF', { name: fullName(staff) })}>
          <Ellipsis size={18} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem onPick={() => onOpen(EditDialog)}>{t('COMMON.CHANGE')}</MenuItem>
      {staff.state === 'invited' && <MenuItem onPick={resend}>{t('TEAM.RESEND')}</MenuItem>}
      {staff.state !== 'invited' && <MenuItem onPick={endSessions}>{t('TEAM.END_SESSIONS')}</MenuItem>}
      {staff.hasSecondFactor && staff.id !== me.id && <MenuItem onPick={resetFactor}>{t('TEAM.RESET_FACTOR')}</MenuItem>}
      {!isOwner && (
        <>
          <MenuLine />
          {staff.state !== 'invited' && (
            <MenuItem isDanger={staff.state === 'active'} onPick={() => (staff.state === 'active' ? onOpen(DisableDialog) : enable())}>
              {t(staff.state === 'active' ? 'TEAM.DISABLE' : 'TEAM.ENABLE')}
            </MenuItem>
          )}
          <MenuItem isDanger onPick={remove}>
            {t(staff.state === 'invited' ? 'TEAM.WITHDRAW' : 'TEAM.REMOVE')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

type Cell = boolean | TextKey

/** Permissions of each role, in the order of `roles`. The services decide; this list only informs. */
const matrix: readonly { text: TextKey; cells: readonly Cell[] }[] = [
  { text: 'MATRIX.QUOTES', cells: [true, true, 'MATRIX.OWN', 'MATRIX.NOTES', false] },
  { text: 'MATRIX.LIMIT', cells: ['MATRIX.UNLIMITED', 'MATRIX.UNLIMITED', 'MATRIX.OWN_LIMIT', false, false] },
  { text: 'MATRIX.MOVE_ORDERS', cells: [true, true, 'MATRIX.TO_PROCESSING', 'MATRIX.TO_DELIVERED', false] },
  { text: 'MATRIX.CANCEL_ORDERS', cells: [true, true, 'MATRIX.PENDING', false, false] },
  { text: 'MATRIX.MONEY', cells: [true, true, 'MATRIX.TAKE', false, false] },
  { text: 'MATRIX.STOCK', cells: [true, true, false, true, false] },
  { text: 'MATRIX.PRICES', cells: [true, true, false, false, false] },
  { text: 'MATRIX.PRICE_BOOK', cells: [true, true, false, false, false] },
  { text: 'MATRIX.COSTS', cells: [true, true, false, false, false] },
  { text: 'MATRIX.WORKSHOP', cells: [true, true, false, true, false] },
  { text: 'MATRIX.CONTENT', cells: [true, true, false, false, true] },
  { text: 'MATRIX.CONTACTS', cells: [true, true, true, 'MATRIX.DELIVERIES', false] },
  { text: 'MATRIX.CSV', cells: ['MATRIX.CODE', 'MATRIX.CODE', 'MATRIX.NOT_PERSONAL', false, 'MATRIX.PRODUCTS'] },
  { text: 'MATRIX.TEAM', cells: [true, 'MATRIX.SEES', false, false, false] },
]

function Matrix() {
  const { t } = useTranslation()
  return (
    <Block title={t('MATRIX.TITLE')} aside={t('MATRIX.TEXT')}>
      {/* Five columns do not fit a phone: the block scrolls, not the page. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.matrixFrame} tabIndex={0} role="region" aria-label={t('MATRIX.TITLE')}>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <td />
              {roles.map((role) => (
                <th key={role} scope="col">
                  {t(roleTexts[role])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.map(({ text, cells }) => (
              <tr key={text}>
                <th scope="row">{t(text)}</th>
                {cells.map((cell, at) => (
                  <td key={roles[at]}>
                    {cell === true ? (
                      <>
                        <Check size={16} strokeWidth={1.5} aria-hidden="true" />
                        <span className="visually-hidden">{t('MATRIX.YES')}</span>
                      </>
                    ) : cell === false ? (
                      <>
                        <span aria-hidden="true">—</span>
                        <span className="visually-hidden">{t('MATRIX.NO')}</span>
                      </>
                    ) : (
                      t(cell)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Block>
  )
}
