import { Link } from 'wouter'
import { formatShortDateTime } from '@shared/dates'
import { listPage } from '@desk/list/ListPage'
import { days } from '@desk/list/list'
import styles from './Activity.module.css'

const services = ['account', 'inquiry', 'order', 'catalog', 'content', 'notification'] as const

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Who did what on which record, newest first. */
export default listPage({
  path: '/desk/activity',
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
      cell: ({ action }) => action,
    },
    {
      id: 'subject',
      header: 'ACTIVITY.SUBJECT',
      place: 'below',
      cell: ({ subject: { id } }) =>
        /^S[QMC]-/.test(id) ? (
          <Link className={styles.link} href={`/quotes/${id}`}>
            {id}
          </Link>
        ) : (
          <span className={styles.subject}>{id}</span>
        ),
    },
    {
      id: 'changes',
      header: 'ACTIVITY.CHANGES',
      place: 'below',
      cell: ({ changes }) => (
        <ul className={styles.changes}>
          {Object.entries(changes).map(([name, [before, after]]) => (
            <li key={name}>
              <span className="dim">{name}</span> {shown(before)} → {shown(after)}
            </li>
          ))}
        </ul>
      ),
    },
  ],
  filters: [days(['from', 'ACTIVITY.FROM'], ['to', 'ACTIVITY.TO'])],
})
