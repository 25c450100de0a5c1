import { UserRoundPlus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkRow, TeamName } from '@desk/api/records'
import { useMe } from '@desk/api/session'
import { keyText } from '@desk/lib/errors'
import styles from './BulkBar.module.css'
import { Button } from '@shared/components/Button'
import { Dialog } from './Dialog'
import { Menu, MenuItem } from './Menu'
import { Avatar } from './Parts'

interface BulkBarProps {
  /** How many records are marked, in words. */
  title: string
  children: ReactNode
  onUnmark: () => void
}

/** Actions for the marked records, at the lower edge of the window. */
export function BulkBar({ title, children, onUnmark }: BulkBarProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.bar} role="region" aria-label={title} data-covers-tabs>
      <b>{title}</b>
      {children}
      <button type="button" aria-label={t('BULK.UNMARK')} onClick={onUnmark}>
        <X size={17} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </div>
  )
}

/** Gives all marked records to one person. */
export function BulkAssign({
  people,
  disabled,
  onAssign,
}: {
  people: readonly TeamName[]
  disabled: boolean
  onAssign: (id: string) => void
}) {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <Menu
      trigger={
        <button type="button" disabled={disabled}>
          <UserRoundPlus size={17} strokeWidth={1.5} aria-hidden="true" />
          {t('BULK.ASSIGN')}
        </button>
      }
    >
      {people.map((person) => (
        <MenuItem key={person.id} onPick={() => onAssign(person.id)}>
          <Avatar person={person} isOwn={person.id === me.id} />
          {person.name}
        </MenuItem>
      ))}
    </Menu>
  )
}

interface RefusedDialogProps {
  title: string
  refused: readonly BulkRow[]
  /** Present state of a record, such as its status. */
  stateOf: (number: string) => string | undefined
  onClose: () => void
}

/** The records that a bulk call did not change, each with its reason. */
export function RefusedDialog({ title, refused, stateOf, onClose }: RefusedDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>{t('COMMON.CLOSE')}</Button>}>
      <ul className={styles.refused}>
        {refused.map(({ number, errors }) => {
          const state = stateOf(number)
          const [key] = Object.values(errors ?? {})
          return (
            <li key={number}>
              <b>{number}</b>
              {state !== undefined && <span className="dim">{state}</span>}
              <span className="push">{(key === undefined ? undefined : keyText(t, key)) ?? t('ERRORS.UNKNOWN')}</span>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
