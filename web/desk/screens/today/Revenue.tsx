import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { formatDay, formatMonth } from '@shared/dates'
import { formatAmount, formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import type { Today } from '@desk/api/records'
import { orderSources } from '@desk/api/words'
import { Fact, Facts } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { useNow } from '@desk/lib/use-now'
import { growth, isWeekend, listOf, monthDays } from './figures'
import styles from './Revenue.module.css'
import { TodayBlock, type BlockProps } from './TodayBlock'

interface PartProps {
  revenue: NonNullable<Today['revenue']>
  store: string
}

/** Origins of the orders that staff created without an offer. */
const deskSources = orderSources.filter((source) => source !== 'offer' && source !== 'website').join(',')

/** The payments of the month minus what was given back, day by day. */
export function Revenue({ day, store, ...block }: BlockProps & { day: string; store: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const month = formatMonth(block.today.revenue?.from ?? day, language)
  return (
    <TodayBlock {...block} part="revenue" title={t('TODAY.REVENUE', { month })} aside={() => t('TODAY.REVENUE_HINT')}>
      {(revenue) => (
        <>
          <Total revenue={revenue} store={store} />
          <Bars revenue={revenue} day={day} store={store} />
          <Sources revenue={revenue} store={store} />
        </>
      )}
    </TodayBlock>
  )
}

function Total({ revenue: { from, to, total, previousTotal }, store }: PartProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const percent = growth(total, previousTotal)
  return (
    <>
      <p className={styles.figure}>
        <Link href={listOf.payments(from, to, store)}>
          {formatAmount(toQepik(total), language)}
          <small> ₼</small>
        </Link>
      </p>
      <p className="small">
        {percent !== null && (
          <b className={percent < 0 ? 'ruby' : styles.more}>
            {percent < 0 ? '−' : '+'}
            {Math.abs(percent)} %{' '}
          </b>
        )}
        <span className="dim">{t('TODAY.COMPARED', { sum: formatWithSign(toQepik(previousTotal), language) })}</span>
      </p>
    </>
  )
}

/** Bars of ink, a lighter one for a weekend. One of them is in the order of Tab, the arrows move among them. */
function Bars({ revenue, day, store }: PartProps & { day: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const now = useNow()
  const list = useRef<HTMLOListElement>(null)
  const days = monthDays(revenue)
  const past = days.filter(({ amount }) => amount !== null)
  const [current, setCurrent] = useState<string | null>(null)
  const last = past.at(-1)?.on
  const tabbed = past.some(({ on }) => on === current) ? current : last
  const most = Math.max(1, ...past.map(({ amount }) => Math.abs(amount ?? 0)))
  const textOf = (on: string, amount: number) =>
    t('TODAY.DAY_SUM', { day: formatDay(on, language, now), sum: formatWithSign(toQepik(amount), language) })
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = past[past.findIndex(({ on }) => on === tabbed) + step]?.on
    if (next === undefined) return
    setCurrent(next)
    list.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }
  const position = (on: string) => ({ '--at': String((Number(on.slice(8)) - 0.5) / days.length) }) as CSSProperties
  const date = Number(day.slice(8))
  const weeks = [1, 8, 15, 22].filter((mark) => Math.abs(mark - date) > 3 && mark < days.length - 3)
  // Today is named, where it is not the end of the axis.
  const marks = [...weeks, ...(date < days.length - 3 ? [date] : []), days.length]
  return (
    <>
      <ol ref={list} className={styles.bars}>
        {days.map(({ on, amount }) => (
          <li key={on} data-weekend={isWeekend(on) || undefined} data-off={amount === null || undefined}>
            {amount !== null && (
              <Link
                href={listOf.payments(on, on, store)}
                data-day={on}
                data-negative={amount < 0 || undefined}
                tabIndex={on === tabbed ? 0 : -1}
                onKeyDown={move}
                aria-label={textOf(on, amount)}
                title={textOf(on, amount)}
                style={{ '--share': String(Math.abs(amount) / most) } as CSSProperties}
              />
            )}
          </li>
        ))}
      </ol>
      <p className={styles.axis} aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark} style={position(`${day.slice(0, 8)}${String(mark).padStart(2, '0')}`)}>
            {mark}
          </span>
        ))}
      </p>
      <table className="visually-hidden">
        <caption>{t('TODAY.REVENUE', { month: formatMonth(revenue.from, language) })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('FOLLOW_UP.DAY')}</th>
            <th scope="col">{t('OFFERS.SUM')}</th>
          </tr>
        </thead>
        <tbody>
          {past.map(({ on, amount }) => (
            <tr key={on}>
              <th scope="row">{formatDay(on, language, now)}</th>
              <td>{formatWithSign(toQepik(amount ?? 0), language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Sources({ revenue: { from, to, total, fromOffers, fromWebsite, fromDesk }, store }: PartProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const share = (amount: number) => (total > 0 && amount >= 0 ? `, ${String(Math.round((amount / total) * 100))} %` : '')
  const rows = [
    { text: t('TODAY.FROM_OFFERS'), amount: fromOffers, source: 'offer' },
    { text: t('TODAY.FROM_WEBSITE'), amount: fromWebsite, source: 'website' },
    { text: t('TODAY.FROM_DESK'), amount: fromDesk, source: deskSources },
  ]
  return (
    <div className={styles.sources}>
      <Facts>
        {rows.map(({ text, amount, source }) => (
          <Fact key={text} label={text}>
            <Link href={listOf.payments(from, to, store, source)} className={styles.source}>
              {formatWithSign(toQepik(amount), language)}
            </Link>
            {share(amount)}
          </Fact>
        ))}
      </Facts>
    </div>
  )
}
