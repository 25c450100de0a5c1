import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Quote, TimelineEntry } from '@desk/api/types'
import { useLanguage } from '@desk/i18n/language'
import { useOutbox } from '@desk/lib/outbox'
import { channelTexts, kindTexts, outcomeTexts, sourceTexts } from '@desk/lib/texts'
import { isByCustomer, mailTexts, systemText } from '@desk/lib/timeline'
import { formatClock, formatLongDay, isSameDay } from '@desk/lib/times'
import { useNow } from '@desk/lib/use-now'
import styles from './OpenQuote.module.css'
import { QuotePieces } from './QuotePieces'

/** Everything that happened with a quote, oldest first; opens at its end. */
export function Timeline({ quote }: { quote: Quote }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const now = useNow()
  const waiting = useOutbox((state) => state.waiting).filter(({ number }) => number === quote.number)
  const list = useRef<HTMLOListElement>(null)
  const length = quote.timeline.length + waiting.length
  useEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight
  }, [length])

  return (
    // The list scrolls: the keyboard must reach it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ol ref={list} className={styles.thread} tabIndex={0} aria-label={t('QUOTE.TIMELINE')}>
      {quote.timeline.map((entry, at) => {
        const before = quote.timeline[at - 1]
        const isNewDay = before === undefined || !isSameDay(before.at, new Date(entry.at))
        return (
          <li key={entry.id} data-by={madeBy(entry)}>
            {isNewDay && (
              <p className={styles.day}>{isSameDay(entry.at, now) ? t('DUE.TODAY') : formatLongDay(entry.at, language)}</p>
            )}
            <Entry entry={entry} quote={quote} />
          </li>
        )
      })}
      {waiting.map(({ key, path, body }) => (
        <li key={key} data-by="person">
          <Head title={t(path === 'notes' ? 'COMPOSER.NOTE' : 'COMPOSER.CALL')} by={t('OFFLINE.ENTRY')} time="" />
          <p className={styles.said} data-kind="note">
            {body.text}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** How the entry's sign is drawn: filled where a person spoke with the customer or wrote a note. */
function madeBy(entry: TimelineEntry): 'person' | 'customer' | 'system' {
  const { kind, actor } = entry
  if (isByCustomer(entry)) return 'customer'
  if (kind === 'created') return actor === null ? 'customer' : 'person'
  return kind === 'note' || kind === 'contact' || kind === 'mail' ? 'person' : 'system'
}

function Head({ title, by, time }: { title: string; by?: string | undefined; time: string }) {
  return (
    <div className={styles.head}>
      <b>{title}</b>
      {by !== undefined && <span className="dim">{by}</span>}
      <time>{time}</time>
    </div>
  )
}

function System({ children, time }: { children: ReactNode; time: string }) {
  return (
    <p className={styles.system}>
      <span>{children}</span>
      <time>{time}</time>
    </p>
  )
}

function Entry({ entry, quote }: { entry: TimelineEntry; quote: Quote }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const time = formatClock(entry.at)
  const by = entry.actor?.name
  const text = entry.text ?? ''
  switch (entry.kind) {
    case 'created':
      return <Created quote={quote} source={t(sourceTexts[entry.detail.source])} time={time} by={by} />
    case 'note':
      return (
        <>
          <Head title={t('TIMELINE.NOTE')} by={by} time={time} />
          <p className={styles.said} data-kind="note">
            {withMentions(text, entry.detail.mentions.map(({ name }) => name))}
          </p>
        </>
      )
    case 'contact': {
      const { channel, direction, outcome, minutes } = entry.detail
      const title = t(direction === 'in' ? 'TIMELINE.INCOMING' : 'TIMELINE.CONTACT', { channel: t(channelTexts[channel]) })
      const length = minutes ? `, ${t('SPAN.MINUTES', { minutes })}` : ''
      return (
        <>
          <Head title={title + length} by={[by, t(outcomeTexts[outcome])].filter(Boolean).join(', ')} time={time} />
          {text !== '' && (
            <p className={styles.said} data-kind={channel === 'whatsapp' || channel === 'mail' ? 'message' : 'plain'}>
              {text}
            </p>
          )}
        </>
      )
    }
    case 'mail':
      return (
        <>
          <Head title={t('TIMELINE.MAIL', { subject: entry.detail.subject })} by={[by, entry.detail.state && t(mailTexts[entry.detail.state])].filter(Boolean).join(', ')} time={time} />
          {text !== '' && (
            <p className={styles.said} data-kind="message" lang={quote.language}>
              {text}
            </p>
          )}
        </>
      )
    default:
      return (
        <>
          <System time={time}>{systemText(t, entry, language)}</System>
          {text !== '' && <p className={styles.said}>{text}</p>}
        </>
      )
  }
}

/** Emphasises the names that a note calls. */
function withMentions(text: string, names: readonly string[]): ReactNode {
  const words = names.flatMap((name) => [name, name.split(' ')[0] ?? name]).map((name) => `@${name}`)
  const found = words.find((word) => text.includes(word))
  if (found === undefined) return text
  const at = text.indexOf(found)
  return (
    <>
      {text.slice(0, at)}
      <b>{found}</b>
      {withMentions(text.slice(at + found.length), names)}
    </>
  )
}

function Created({ quote, source, time, by }: { quote: Quote; source: string; time: string; by: string | undefined }) {
  const { t } = useTranslation()
  const { message } = quote
  return (
    <>
      <Head title={`${t(kindTexts[quote.kind])}: ${source}`} by={by} time={time} />
      <QuotePieces quote={quote} />
      {message && (
        <p className={styles.said} lang={quote.language}>
          {message}
        </p>
      )}
    </>
  )
}
