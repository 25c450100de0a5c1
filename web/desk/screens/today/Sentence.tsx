import type { ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { Today } from '@desk/api/records'
import { useMe } from '@desk/api/session'
import { useLanguage } from '@desk/i18n/language'
import { listOf } from './figures'

/** A part of the sentence, whose text in square brackets leads to a list. */
interface Clause {
  text: string
  href: string
}

/** Numbers up to ten as words, above as digits. */
const numberText = (t: TFunction, count: number): string => t('TODAY.NUMBERS').split(' ')[count - 1] ?? String(count)

function clausesOf(t: TFunction, today: Today, day: string, store: string, isOwn: boolean): Clause[] {
  const { deliveries, stock, texts, counts } = today
  const number = (count: number) => ({ count, number: numberText(t, count) })
  const clauses: Clause[] = []
  const { overdueQuotes: late, followUpsToday: due } = counts ?? { overdueQuotes: 0, followUpsToday: 0 }
  if (late > 0) clauses.push({ text: t('TODAY.LATE', number(late)), href: listOf.late(store) })
  if (due > 0) clauses.push({ text: t('TODAY.DUE', number(due)), href: listOf.stepsOf(day, store, isOwn ? 'me' : '') })
  if (counts !== null) return clauses
  const delivered = deliveries?.filter(({ delivery }) => delivery?.on === day).length ?? 0
  if (delivered > 0) clauses.push({ text: t('TODAY.DELIVERED', number(delivered)), href: listOf.deliveries(day) })
  if (stock !== null && stock.length > 0) clauses.push({ text: t('TODAY.LOW', number(stock.length)), href: listOf.stock() })
  const incomplete = texts?.products?.length ?? 0
  if (incomplete > 0) clauses.push({ text: t('TODAY.INCOMPLETE', number(incomplete)), href: listOf.incomplete() })
  return clauses
}

/** The text of a clause, with its figure as a link. */
function Linked({ text, href }: Clause): ReactNode {
  const [before, figure, after] = text.split(/[[\]]/)
  return (
    <>
      {before}
      <Link href={href}>{figure}</Link>
      {after}
    </>
  )
}

/** One sentence that says what is urgent, or that nobody waits. */
export function Sentence({ today, day, store }: { today: Today; day: string; store: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { role } = useMe()
  const clauses = clausesOf(t, today, day, store, role === 'sales')
  if (clauses.length === 0) {
    const calm = today.counts === null ? 'TODAY.QUIET' : 'TODAY.NOBODY'
    return <h1>{t(today.missing.length > 0 ? 'TODAY.UNKNOWN' : calm)}.</h1>
  }
  const capital = (text: string) => text.replace(/\p{L}/u, (letter) => letter.toLocaleUpperCase(language))
  return (
    <h1>
      {clauses.map(({ text, href }, at) => (
        <Linked key={href} text={at === 0 ? capital(text) : `, ${text}`} href={href} />
      ))}
      .
    </h1>
  )
}
