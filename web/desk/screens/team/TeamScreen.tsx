import { useQuery } from '@tanstack/react-query'
import { Check, Ellipsis, UserRoundPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { desk } from '@desk/api/client'
import { queryKeys } from '@desk/api/keys'
import { useMay, useMe } from '@desk/api/session'
import { roles, type Staff } from '@desk/api/types'
import { Button } from '@desk/components/Button'
import { DataTable, type Columns } from '@desk/components/DataTable'
import { Menu, MenuItem, MenuLine } from '@desk/components/Menu'
import { Avatar, Block, LoadError, Status } from '@desk/components/Parts'
import { Screen } from '@desk/components/Screen'
import { useLanguage } from '@desk/i18n/language'
import type { TextKey } from '@desk/i18n/text-key'
import { fullName } from '@desk/lib/names'
import { useStores } from '@desk/lib/stores'
import { roleTexts } from '@desk/lib/texts'
import { formatClock, formatMoment, formatShortDay, isSameDay } from '@desk/lib/times'
import { useNow } from '@desk/lib/use-now'
import { EditDialog } from './EditDialog'
import { InviteDialog } from './InviteDialog'
import styles from './Team.module.css'
import { useStaffCalls } from './use-staff-calls'

/** People, roles and second factors. Only the owner changes them. */
export default function TeamScreen() {
  const { t } = useTranslation()
  const mayWrite = useMay('team.write')
  const [open, setOpen] = useState<'invite' | Staff | null>(null)
  const team = useQuery({ queryKey: queryKeys.team, queryFn: () => desk.get<Staff[]>('team') })
  const columns = useColumns(mayWrite, setOpen)

  return (
    <Screen
      title={t('NAV.TEAM')}
      aside={team.data && t('TEAM.COUNT', { count: team.data.length })}
      actions={
        mayWrite && (
          <Button variant="primary" onClick={() => setOpen('invite')}>
            <UserRoundPlus size={17} strokeWidth={1.5} aria-hidden="true" />
            {t('TEAM.INVITE')}
          </Button>
        )
      }
    >
      {team.isError && <LoadError className={styles.error} onRetry={() => void team.refetch()} />}
      {team.data && <DataTable caption={t('NAV.TEAM')} columns={columns} rows={team.data} rowId={({ id }) => id} />}
      <div className={styles.body}>
        <Matrix />
      </div>
      {open === 'invite' && <InviteDialog onClose={() => setOpen(null)} />}
      {open !== null && open !== 'invite' && <EditDialog staff={open} onClose={() => setOpen(null)} />}
    </Screen>
  )
}

function useColumns(mayWrite: boolean, onEdit: (staff: Staff) => void): Columns<Staff> {
  const { t } = useTranslation()
  const me = useMe()
  const { nameOf } = useStores()
  return useMemo(() => {
    const columns: Columns<Staff> = [
      {
        id: 'name',
        header: t('TEAM.WHO'),
        meta: { place: 'main' },
        cell: ({ row: { original: staff } }) => (
          <span className={styles.who}>
            <Avatar person={{ id: staff.id, name: fullName(staff) }} isOwn={staff.id === me.id} size="large" />
            <span>
              <b>{fullName(staff)}</b>
              <span className={styles.email}>{staff.email}</span>
            </span>
          </span>
        ),
      },
      { id: 'role', header: t('TEAM.ROLE'), meta: { place: 'end' }, cell: ({ row }) => t(roleTexts[row.original.role]) },
      { id: 'factor', header: t('TEAM.FACTOR'), meta: { place: 'below' }, cell: ({ row }) => <FactorStatus staff={row.original} /> },
      {
        id: 'store',
        header: t('TEAM.STORE'),
        meta: { place: 'wide' },
        cell: ({ row: { original } }) => (original.storeId === null ? t('TEAM.ALL_STORES') : nameOf(original.storeId)),
      },
      {
        id: 'quotes',
        header: t('TEAM.OPEN_QUOTES'),
        meta: { place: 'wide' },
        cell: ({ row: { original } }) => (original.openQuotes === 0 ? '—' : (original.openQuotes ?? '—')),
      },
      { id: 'seen', header: t('TEAM.SEEN'), meta: { place: 'wide' }, cell: ({ row }) => <LastSeen staff={row.original} /> },
      ...(mayWrite
        ? [
            {
              id: 'actions',
              header: () => <span className="visually-hidden">{t('TEAM.ACTIONS')}</span>,
              meta: { place: 'action' },
              cell: ({ row }: { row: { original: Staff } }) => <StaffMenu staff={row.original} onEdit={() => onEdit(row.original)} />,
            },
          ]
        : []),
    ]
    return columns
  }, [t, me.id, mayWrite, nameOf, onEdit])
}

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

function LastSeen({ staff }: { staff: Staff }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const now = useNow()
  const { isOnline, lastSeenAt, state, invitedAt } = staff
  if (state === 'invited' && invitedAt !== null) {
    return <span className="dim">{t('TEAM.INVITED', { day: formatShortDay(invitedAt, language) })}</span>
  }
  if (isOnline) return <span className="dim">{t('TEAM.NOW')}</span>
  if (lastSeenAt === null) return <span className="dim">—</span>
  return (
    <span className="dim">
      {isSameDay(lastSeenAt, now) ? t('TEAM.TODAY', { time: formatClock(lastSeenAt) }) : formatMoment(lastSeenAt, language)}
    </span>
  )
}

function StaffMenu({ staff, onEdit }: { staff: Staff; onEdit: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const { resend, resetFactor, endSessions, setDisabled, remove } = useStaffCalls(staff)
  const isOwner = staff.role === 'owner'
  return (
    <Menu
      trigger={
        <Button variant="plain" size="small" square aria-label={t('TEAM.ACTIONS_OF', { name: fullName(staff) })}>
          <Ellipsis size={18} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onPick={onEdit}>{t('COMMON.CHANGE')}</MenuItem>
      {staff.state === 'invited' && <MenuItem onPick={resend}>{t('TEAM.RESEND')}</MenuItem>}
      {staff.state !== 'invited' && <MenuItem onPick={endSessions}>{t('TEAM.END_SESSIONS')}</MenuItem>}
      {staff.hasSecondFactor && staff.id !== me.id && <MenuItem onPick={resetFactor}>{t('TEAM.RESET_FACTOR')}</MenuItem>}
      {!isOwner && (
        <>
          <MenuLine />
          {staff.state !== 'invited' && (
            <MenuItem isDanger={staff.state === 'active'} onPick={() => setDisabled(staff.state === 'active')}>
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

/** What each role may do, in the order of `roles`. The services decide; this only tells. */
const matrix: readonly { text: TextKey; cells: readonly Cell[] }[] = [
  { text: 'MATRIX.QUOTES', cells: [true, true, 'MATRIX.OWN', 'MATRIX.NOTES', false] },
  { text: 'MATRIX.LIMIT', cells: ['MATRIX.UNLIMITED', 'MATRIX.UNLIMITED', 'MATRIX.OWN_LIMIT', false, false] },
  { text: 'MATRIX.MOVE_ORDERS', cells: [true, true, 'MATRIX.TO_PROCESSING', 'MATRIX.TO_DELIVERED', false] },
  { text: 'MATRIX.CANCEL_ORDERS', cells: [true, true, 'MATRIX.PENDING', false, false] },
  { text: 'MATRIX.MONEY', cells: [true, true, 'MATRIX.TAKE', false, false] },
  { text: 'MATRIX.STOCK', cells: [true, true, false, true, false] },
  { text: 'MATRIX.PRICES', cells: [true, true, false, false, false] },
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
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
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
