import { useTranslation } from 'react-i18next'
import type { Quote } from '@desk/api/records'
import { useMay, useMe } from '@desk/api/session'
import { Button } from '@shared/components/Button'
import { Menu, MenuItem, MenuLine } from '@desk/components/Menu'
import { Avatar } from '@desk/components/Parts'
import { takesQuotes, useTeamNames } from '@desk/lib/team'
import styles from './OpenQuote.module.css'
import { useAssign } from './use-assign'

export function AssigneeMenu({ quote }: { quote: Quote }) {
  const { t } = useTranslation()
  const me = useMe()
  const mayAssign = useMay('quotes.assign')
  const team = useTeamNames()
  const { assign, take, canTake, question } = useAssign(quote)
  const { assignee } = quote
  const label = (
    <>
      <Avatar person={assignee} isOwn={assignee?.id === me.id} />
      <span className="cut">{assignee?.name ?? t('QUOTES.NOBODYS')}</span>
    </>
  )
  if (!mayAssign || quote.isWiped) return <span className={styles.assignee}>{label}</span>
  // Sales give away what is theirs or nobody's; another's they can only take.
  const mayGive = me.role !== 'sales' || assignee?.id === me.id
  const others = team.filter((person) => person.id !== me.id && person.id !== assignee?.id && takesQuotes(person))
  return (
    <>
      {question}
      <Menu
        align="start"
        trigger={
          <Button variant="plain" className={styles.assignee}>
            <span className="visually-hidden">{t('QUOTE.ASSIGNEE')}: </span>
            {label}
          </Button>
        }
      >
        {canTake && (
          <MenuItem onPick={take}>
            <Avatar person={{ id: me.id, name: `${me.name} ${me.lastname}` }} isOwn />
            {t('QUOTE.TAKE')}
            <kbd className="push">A</kbd>
          </MenuItem>
        )}
        {mayGive &&
          others.map((person) => (
            <MenuItem key={person.id} onPick={() => assign(person.id)}>
              <Avatar person={person} />
              {person.name}
              {person.isOnline && <span className="push dim small">{t('QUOTE.ONLINE')}</span>}
            </MenuItem>
          ))}
        {mayGive && assignee !== null && (
          <>
            <MenuLine />
            <MenuItem onPick={() => assign(null)}>
              <Avatar person={null} />
              {t(assignee.id === me.id ? 'QUOTE.GIVE_UP' : 'QUOTE.GIVE_TO_NOBODY')}
            </MenuItem>
          </>
        )}
      </Menu>
    </>
  )
}
