import { formatShortDateTime } from '@shared/dates'
import { TextLink } from '@desk/components/Links'
import { listPage } from '@desk/list/ListPage'
import { days, type Drawing } from '@desk/list/list'
import type { Activity } from '@desk/api/records'
import styles from './Activity.module.css'
import { actionTexts, changedTexts } from './words'

const services = ['account', 'inquiry', 'order', 'catalog', 'content', 'notification'] as const

/** Where a record is, if the desk has a screen for it. */
function pathOf(kind: string, id: string): string | null {
  if (/^S[QMC]-/.test(id)) return `/quotes/${id}`
  if (id.startsWith('SB-')) return `/orders/${id}`
  if (kind === 'customer') return `/customers/${id}`
  return kind === 'staff' ? '/team' : null
}

function shown(value: unknown, { t, team }: Drawing): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return t(value ? 'ACTIVITY.YES' : 'ACTIVITY.NO')
  if (typeof value !== 'string') return JSON.stringify(value)
  return team.find(({ id }) => id === value)?.name ?? value
}

/** The changed fields in words; the others on demand. */
function Changes({ changes, drawing }: { changes: Activity['changes']; drawing: Drawing }) {
  const { t } = drawing
  const changed = Object.entries(changes).filter(([, [before, after]]) => JSON.stringify(before) !== JSON.stringify(after))
  const isTold = (name: string) => changedTexts[name] !== undefined
  const others = Object.entries(changes).filter(([name]) => !changed.some((one) => one[0] === name && isTold(name)))
  return (
    <>
      <ul className={styles.changes}>
        {changed.map(([name, [before, after]]) => {
          const text = changedTexts[name]
          return (
            text !== undefined && (
              <li key={name}>
                <span className="dim">{t(text)}</span> {shown(before, drawing)} → {shown(after, drawing)}
              </li>
            )
          )
        })}
      </ul>
      {others.length > 0 && (
        <details className="small">
          <summary className="dim">{t('ACTIVITY.DETAILS')}</summary>
          <ul className={styles.changes}>
            {others.map(([name, [before, after]]) => (
              <li key={name}>
                <span className="dim">{name}</span> {shown(before, drawing)} → {shown(after, drawing)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** Actions of staff on records, newest first. */
export default listPage({
  path: '/desk/activity',
  saved: 'activity',
  csv: 'activity.read',
  title: 'NAV.ACTIVITY',
  rowId: ({ id, service }) => `${service}.${id}`,
  empty: { title: 'ACTIVITY.EMPTY' },
  sorts: {},
  columns: [
    {
      id: 'at',
      header: 'ACTIVITY.WHEN',
      place: 'end',
      cell: ({ at }, { language }) => <span className="dim nowrap">{formatShortDateTime(at, language)}</span>,
    },
    {
      id: 'who',
      header: 'TEAM.WHO',
      place: 'main',
      filter: {
        kind: 'choice',
        name: 'actor',
        label: 'TEAM.WHO',
        any: { text: 'QUOTES.ALL' },
        options: ({ t, team }) => [
          { value: 'operator', text: t('ACTIVITY.OPERATOR') },
          ...team.map(({ id, name }) => ({ value: id, text: name })),
        ],
      },
      cell: ({ actor }, { t }) => <b>{actor?.name ?? t('TIMELINE.SYSTEM')}</b>,
    },
    {
      id: 'what',
      header: 'ACTIVITY.WHAT',
      place: 'below',
      filter: {
        kind: 'choice',
        name: 'service',
        label: 'ACTIVITY.SERVICE',
        any: { text: 'QUOTES.ALL' },
        options: () => services.map((service) => ({ value: service, text: service })),
      },
      cell: ({ action }, { t }) => {
        const text = actionTexts[action]
        return text === undefined ? action : t(text)
      },
    },
    {
      id: 'subject',
      header: 'ACTIVITY.SUBJECT',
      place: 'below',
      cell: ({ subject: { kind, id } }, { team }) => {
        const path = pathOf(kind, id)
        const text = kind === 'staff' ? (team.find((person) => person.id === id)?.name ?? id) : id
        return path === null ? <span className={styles.subject}>{text}</span> : <TextLink href={path}>{text}</TextLink>
      },
    },
    {
      id: 'changes',
      header: 'ACTIVITY.CHANGES',
      place: 'below',
      cell: ({ changes }, drawing) => <Changes changes={changes} drawing={drawing} />,
    },
  ],
  filters: [days(['from', 'ACTIVITY.FROM'], ['to', 'ACTIVITY.TO'])],
})
