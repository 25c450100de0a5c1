import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { formatShortDay, isSameDay, timeInBaku } from '@shared/dates'
import type { Language } from '@shared/language'
import { colourName } from '@shared/palette/palette'
import type { QuoteRow } from '@desk/api/records'
import { useMe } from '@desk/api/session'
import { Avatar, StatusOf, Tag } from '@desk/components/Parts'
import { Thumbnail } from '@desk/components/Thumbnail'
import { useLanguage } from '@desk/i18n/language'
import { isWithShift } from '@desk/list/use-marks'
import { customerName, pictureOf, productName } from '@desk/lib/quotes'
import { spanText } from '@desk/lib/span-text'
import { followUpTexts, kindTexts, statuses } from '@desk/lib/texts'
import { useNow } from '@desk/lib/use-now'
import styles from './Quotes.module.css'

interface QuoteItemProps {
  quote: QuoteRow
  href: string
  isOpen: boolean
  /** Null while no quotes are being marked. */
  marked: boolean | null
  onMark: (isRange: boolean) => void
}

export function QuoteItem({ quote, href, isOpen, marked, onMark }: QuoteItemProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const me = useMe()
  const now = useNow()
  const { status, assignee, product, due } = quote
  return (
    <li className={styles.row}>
      {marked !== null && (
        <input
          type="checkbox"
          aria-label={t('QUOTES.MARK_ONE', { number: quote.number })}
          checked={marked}
          onChange={({ nativeEvent }) => onMark(isWithShift(nativeEvent))}
        />
      )}
      <Link href={href} className={styles.item} aria-current={isOpen || undefined} data-unread={status === 'new' || undefined}>
        <Thumbnail image={product === null ? null : pictureOf(product, language)} />
        <span className={styles.lines}>
          <span className={styles.line}>
            <b className="cut">{customerName(quote) ?? t('QUOTES.WIPED')}</b>
            {quote.language !== 'az' && <Tag>{quote.language}</Tag>}
            {quote.isMailFailed && <Tag>{t('QUOTES.MAIL_FAILED')}</Tag>}
            <time className={due === 'overdue' ? 'ruby' : undefined}>{dueTime(t, quote, now, language)}</time>
          </span>
          <span className={styles.what}>{product === null ? t(kindTexts[quote.kind]) : productLine(t, product, language)}</span>
          <span className={styles.line}>
            <StatusOf view={statuses[status]} />
            {due === 'overdue' && <span className="ruby small cut">{lateText(t, quote, now)}</span>}
            <span className={styles.owner}>
              <Avatar size="small" person={assignee} isOwn={assignee?.id === me.id} />
              <span className="visually-hidden">{assignee?.name ?? t('QUOTES.NOBODYS')}</span>
            </span>
          </span>
        </span>
      </Link>
    </li>
  )
}

function productLine(t: TFunction, product: NonNullable<QuoteRow['product']>, language: Language): string {
  const parts = [productName(product, language), colourName(product.color, language)]
  if (product.quantity > 1) parts.push(t('QUOTE.PIECES', { count: product.quantity }))
  return parts.filter(Boolean).join(', ')
}

/** Whether the next step is late, the promised answer, or both. */
function lateText(t: TFunction, { followUp, promiseAt }: QuoteRow, now: Date): string {
  const isPast = (at: string | null | undefined) => at != null && new Date(at) < now
  const parts = [isPast(followUp?.at) && t('DUE.STEP_LATE'), isPast(promiseAt) && t('DUE.NOT_ANSWERED')]
  return parts.filter(Boolean).join(', ')
}

/** How long the customer waits, else the next step. */
function dueTime(t: TFunction, quote: QuoteRow, now: Date, language: Language): string {
  const { waitingSince, followUp } = quote
  if (waitingSince !== null) return spanText(t, now.getTime() - new Date(waitingSince).getTime())
  if (followUp === null) return ''
  const when = isSameDay(followUp.at, now) ? timeInBaku(followUp.at) : formatShortDay(followUp.at, language)
  return `${when} ${t(followUpTexts[followUp.kind]).toLocaleLowerCase(language)}`
}
