import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatShortDateTime, formatWeekdayAndDay, isSameDay, timeInBaku } from '@shared/dates'
import { useLanguage } from '@desk/i18n/language'
import { useNow } from '@desk/lib/use-now'
import styles from './Timeline.module.css'

/** An entry of a timeline, ready to be drawn. */
export interface TimelineItem {
  id: string
  /** Null while it waits in this device. */
  at: string | null
  /** Author; the sign is filled where a person of the staff spoke or wrote. */
  by: 'person' | 'customer' | 'system'
  title: string
  /** Somebody spoke or wrote, rather than that something happened. */
  isSaid?: boolean
  /** Beside the title, such as who it was. */
  aside?: string
  /** Before the time, such as a link to the record. */
  end?: ReactNode
  /** Between head and text. */
  body?: ReactNode
  text?: ReactNode
  /** How the text is drawn. */
  kind?: 'note' | 'message' | undefined
  lang?: string
}

interface TimelineProps {
  items: readonly TimelineItem[]
  /** Oldest first in days, which scrolls and opens at its end; else newest first. */
  isThread?: boolean
}

/** Everything that happened with a record. */
export function Timeline({ items, isThread = false }: TimelineProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const now = useNow()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (isThread && list.current !== null) list.current.scrollTop = list.current.scrollHeight
  }, [isThread, items.length])
  // Entries of the same second keep their order, too.
  const newestFirst = () => items.toReversed().toSorted((one, other) => (other.at ?? '').localeCompare(one.at ?? ''))
  const shown = isThread ? items : newestFirst()

  return (
    // A thread scrolls: the keyboard must reach it.
    <ol
      ref={list}
      className={isThread ? styles.thread : styles.events}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isThread ? 0 : undefined}
      aria-label={t('QUOTE.TIMELINE')}
    >
      {shown.map((item, at) => {
        const { id, at: instant, by, title, isSaid = false, aside = '', end, body, text, kind, lang } = item
        const before = shown[at - 1]?.at
        const isNewDay = isThread && instant !== null && (before == null || !isSameDay(before, instant))
        return (
          <li key={id} data-by={by}>
            {isNewDay && <p className={styles.day}>{isSameDay(instant, now) ? t('DUE.TODAY') : formatWeekdayAndDay(instant, language)}</p>}
            <div className={styles.head} data-said={isSaid || undefined}>
              <span>
                {isSaid ? <b>{title}</b> : title} {aside !== '' && <span className="dim">{aside}</span>}
              </span>
              <span className={styles.end}>
                {end}
                {instant !== null && <time>{isThread ? timeInBaku(instant) : formatShortDateTime(instant, language)}</time>}
              </span>
            </div>
            {body}
            {text != null && text !== '' && (
              <p className={styles.said} data-kind={kind} lang={lang}>
                {text}
              </p>
            )}
          </li>
        )
      })}
    </ol>
  )
}
