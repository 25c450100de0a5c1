import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'wouter'
import { desk } from '@desk/api/client'
import { queryKeys } from '@desk/api/keys'
import type { Activity, TeamName } from '@desk/api/types'
import { Button } from '@desk/components/Button'
import { DataTable, type Columns } from '@desk/components/DataTable'
import { Field, Select } from '@desk/components/Field'
import { Empty, LoadError, Note } from '@desk/components/Parts'
import { Screen } from '@desk/components/Screen'
import { useLanguage } from '@desk/i18n/language'
import { formatMoment } from '@desk/lib/times'
import styles from './Activity.module.css'

const services = ['account', 'inquiry', 'order', 'catalog', 'content', 'notification'] as const
const filterNames = ['actor', 'service', 'from', 'to'] as const

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Who did what on which record, newest first. */
export default function ActivityScreen() {
  const { t } = useTranslation()
  const language = useLanguage()
  const [parameters, setParameters] = useSearchParams()
  const filters = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = parameters.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const names = useQuery({ queryKey: queryKeys.teamNames, queryFn: () => desk.get<TeamName[]>('team/names') })
  const list = useInfiniteQuery({
    queryKey: queryKeys.activity(filters),
    queryFn: ({ pageParam }) => desk.list<Activity>('activity', { ...filters, limit: 50, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
  const pages = list.data?.pages ?? []
  const rows = pages.flatMap((page) => page.data)
  const missing = [...new Set(pages.flatMap((page) => page.missing))]

  const columns = useMemo(
    (): Columns<Activity> => [
      { id: 'at', header: t('ACTIVITY.WHEN'), meta: { place: 'end' }, cell: ({ row }) => <span className="dim nowrap">{formatMoment(row.original.at, language)}</span> },
      { id: 'who', header: t('TEAM.WHO'), meta: { place: 'main' }, cell: ({ row }) => <b>{row.original.actor?.name ?? t('TIMELINE.SYSTEM')}</b> },
      { id: 'what', header: t('ACTIVITY.WHAT'), meta: { place: 'below' }, cell: ({ row }) => row.original.action },
      {
        id: 'subject',
        header: t('ACTIVITY.SUBJECT'),
        meta: { place: 'below' },
        cell: ({ row: { original } }) =>
          /^S[QMC]-/.test(original.subject.id) ? (
            <Link className={styles.link} href={`/quotes/${original.subject.id}`}>
              {original.subject.id}
            </Link>
          ) : (
            <span className={styles.subject}>{original.subject.id}</span>
          ),
      },
      {
        id: 'changes',
        header: t('ACTIVITY.CHANGES'),
        meta: { place: 'below' },
        cell: ({ row }) => (
          <ul className={styles.changes}>
            {Object.entries(row.original.changes).map(([name, [before, after]]) => (
              <li key={name}>
                <span className="dim">{name}</span> {shown(before)} → {shown(after)}
              </li>
            ))}
          </ul>
        ),
      },
    ],
    [t, language],
  )
  const set = (name: string, value: string) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )

  return (
    <Screen title={t('NAV.ACTIVITY')}>
      <div className={styles.tools}>
        <Select label={t('TEAM.WHO')} value={filters.actor ?? ''} onChange={({ target }) => set('actor', target.value)}>
          <option value="">{t('QUOTES.ALL')}</option>
          <option value="operator">{t('ACTIVITY.OPERATOR')}</option>
          {names.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Select label={t('ACTIVITY.SERVICE')} value={filters.service ?? ''} onChange={({ target }) => set('service', target.value)}>
          <option value="">{t('QUOTES.ALL')}</option>
          {services.map((service) => (
            <option key={service} value={service}>
              {service}
            </option>
          ))}
        </Select>
        <Field type="date" label={t('ACTIVITY.FROM')} value={filters.from ?? ''} onChange={({ target }) => set('from', target.value)} />
        <Field type="date" label={t('ACTIVITY.TO')} value={filters.to ?? ''} onChange={({ target }) => set('to', target.value)} />
      </div>
      {missing.length > 0 && (
        <Note tone="amber" role="status" className={styles.note}>
          {t('ACTIVITY.MISSING', { services: missing.join(', ') })}
        </Note>
      )}
      {list.isError && <LoadError className={styles.note} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && <Empty title={t('ACTIVITY.EMPTY')} />}
      {rows.length > 0 && <DataTable caption={t('NAV.ACTIVITY')} columns={columns} rows={rows} rowId={({ id, service }) => `${service}.${id}`} />}
      {list.hasNextPage && (
        <p className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('QUOTES.MORE')}
          </Button>
        </p>
      )}
    </Screen>
  )
}
