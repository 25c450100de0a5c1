import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearch } from 'wouter'
import { addDays, dateInBaku, formatWeekdayAndDay, timeInBaku } from '@shared/dates'
import { Button } from '@shared/components/Button'
import { Select } from '@shared/components/Field'
import { IconButton } from '@shared/components/IconButton'
import { Skeleton } from '@shared/components/Skeleton'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import type { CalendarEntry } from '@desk/api/records'
import { useMe } from '@desk/api/session'
import { Loaded } from '@desk/components/Loaded'
import { Avatar, Segment } from '@desk/components/Parts'
import { Screen } from '@desk/components/Screen'
import { useLanguage } from '@desk/i18n/language'
import { useKeys } from '@desk/lib/keys'
import { customerName, formatPhone, productName } from '@desk/lib/quotes'
import { useStores } from '@desk/lib/stores'
import { followUpTexts } from '@desk/lib/texts'
import { useNow } from '@desk/lib/use-now'
import styles from './Calendar.module.css'

type View = 'day' | 'week'

/** Noon of a date in Baku, so that days are added without a change of the date. */
const noon = (date: string) => new Date(`${date}T12:00:00+04:00`)

/** The days of a view that has the date; weeks begin on Monday. */
function daysOf(view: View, date: string): string[] {
  if (view === 'day') return [date]
  const weekday = (noon(date).getUTCDay() + 6) % 7
  return Array.from({ length: 7 }, (_, at) => dateInBaku(addDays(noon(date), at - weekday)))
}

/** Planned calls, visits and measuring visits of a day or a week, by store. */
export default function CalendarScreen() {
  const { t } = useTranslation()
  const now = useNow()
  const [, navigate] = useLocation()
  const { stores, nameOf } = useStores()
  const address = new URLSearchParams(useSearch())
  const today = dateInBaku(now)
  const view: View = address.get('view') === 'day' ? 'day' : 'week'
  const given = address.get('date') ?? ''
  const date = /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(noon(given).getTime()) ? given : today
  const store = address.get('store') ?? ''
  const assignee = address.get('assignee') === 'me' ? 'me' : ''
  const days = daysOf(view, date)
  const [from = date] = days
  const to = days.at(-1) ?? date
  const calendar = useQuery(query('/desk/calendar', { query: { from, to, store, assignee } }))

  const show = (changes: Record<string, string>) => {
    const next = new URLSearchParams({ view, date, store, assignee, ...changes })
    for (const [name, value] of [...next]) if (value === '') next.delete(name)
    navigate(`/calendar?${next.toString()}`, { replace: true })
  }
  const step = view === 'day' ? 1 : 7
  const move = (by: number) => show({ date: dateInBaku(addDays(noon(date), by)) })
  useKeys([
    { keys: 'j', text: 'CALENDAR.NEXT', run: () => move(step) },
    { keys: 'k', text: 'CALENDAR.PREVIOUS', run: () => move(-step) },
  ])
  return (
    <Screen
      title={t('NAV.CALENDAR')}
      actions={
        <div className={styles.tools}>
          <IconButton label={t('CALENDAR.PREVIOUS')} onClick={() => move(-step)}>
            <ChevronLeft size={18} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
          <Button size="small" onClick={() => show({ date: today })}>
            {t('CALENDAR.TODAY')}
          </Button>
          <IconButton label={t('CALENDAR.NEXT')} onClick={() => move(step)}>
            <ChevronRight size={18} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
          <Segment
            label={t('CALENDAR.VIEW')}
            value={view}
            options={[
              { value: 'day', text: t('CALENDAR.DAY') },
              { value: 'week', text: t('CALENDAR.WEEK') },
            ]}
            onPick={(next) => show({ view: next })}
          />
          <Segment
            label={t('QUOTES.WHOSE')}
            value={assignee === 'me' ? 'me' : 'all'}
            options={[
              { value: 'me', text: t('QUOTES.MINE') },
              { value: 'all', text: t('QUOTES.ALL') },
            ]}
            onPick={(next) => show({ assignee: next === 'me' ? 'me' : '' })}
          />
          {stores.length > 0 && (
            <Select label={t('TEAM.STORE')} isLabelHidden value={store} onChange={({ target }) => show({ store: target.value })}>
              <option value="">{t('CALENDAR.ALL_STORES')}</option>
              {stores.map(({ id }) => (
                <option key={id} value={id}>
                  {nameOf(id)}
                </option>
              ))}
            </Select>
          )}
        </div>
      }
    >
      <Loaded query={calendar} loading={<Skeleton width="100%" height={240} />}>
        {(entries, notice) => (
          <>
            {notice}
            <ol className={styles.days} data-view={view}>
              {days.map((day) => (
                <Day key={day} day={day} isToday={day === today} entries={entries.filter(({ step }) => dateInBaku(step.at) === day)} />
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function Day({ day, isToday, entries }: { day: string; isToday: boolean; entries: readonly CalendarEntry[] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <li className={styles.day} aria-current={isToday ? 'date' : undefined}>
      <h2>{formatWeekdayAndDay(noon(day).toISOString(), language)}</h2>
      {entries.length === 0 ? (
        <p className="dim small">{t('CALENDAR.EMPTY')}</p>
      ) : (
        <ol className={styles.entries}>
          {entries.map((entry) => (
            <Entry key={entry.step.id} entry={entry} />
          ))}
        </ol>
      )}
    </li>
  )
}

function Entry({ entry: { step, quote } }: { entry: CalendarEntry }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const me = useMe()
  const now = useNow()
  const { assignee, product, customer } = quote
  const isLate = new Date(step.at) < now
  return (
    <li>
      <Link href={`/quotes/${quote.number}`} className={styles.entry} data-kind={step.kind}>
        <span className={isLate ? 'ruby' : undefined}>
          <b>{timeInBaku(step.at)}</b> {t(followUpTexts[step.kind])}
        </span>
        <span>{customerName(quote) ?? t('QUOTES.WIPED')}</span>
        {product !== null && <span className="dim small">{productName(product, language)}</span>}
        {step.text !== '' && <span className="small">{step.text}</span>}
        <span className={styles.who}>
          <span className="dim small nowrap">{customer.phone === null ? '' : formatPhone(customer.phone)}</span>
          <span className="push">
            <Avatar size="small" person={assignee} isOwn={assignee?.id === me.id} />
            <span className="visually-hidden">{assignee?.name ?? t('QUOTES.UNASSIGNED')}</span>
          </span>
        </span>
      </Link>
    </li>
  )
}
