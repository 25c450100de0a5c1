import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import type { QuoteRow } from '@desk/api/records'
import { useMe } from '@desk/api/session'
import { TextLink } from '@desk/components/Links'
import { Avatar } from '@desk/components/Parts'
import { Thumbnail } from '@desk/components/Thumbnail'
import { useLanguage } from '@desk/i18n/language'
import { useKeys } from '@desk/lib/keys'
import { customerName, pictureOf, productName } from '@desk/lib/quotes'
import { spanText } from '@desk/lib/span-text'
import { kindTexts } from '@desk/lib/texts'
import { useNow } from '@desk/lib/use-now'
import { listOf } from './figures'
import styles from './Lath.module.css'
import { TodayBlock, type BlockProps } from './TodayBlock'

/** Path of a quote, beside the list of those who wait longest. */
const pathOf = (number: string) => `/quotes/${number}?sort=waiting`

/** The unanswered quotes, oldest first, parted by the promise of the shop. The keys 1 to 9 open them. */
export function Lath({ store, ...block }: BlockProps & { store: string }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const rows = block.today.waiting?.rows ?? []
  useKeys(
    rows.slice(0, 9).map(({ number }, at) => ({
      keys: String(at + 1),
      text: 'TODAY.OPEN_NTH',
      // The map of keys has one line for all.
      shown: at === 0 ? (rows.length === 1 ? '1' : `1–${String(Math.min(rows.length, 9))}`) : null,
      run: () => navigate(pathOf(number)),
    })),
  )
  return (
    <TodayBlock
      {...block}
      part="waiting"
      title={t('TODAY.WAITING')}
      aside={({ rows, total }) =>
        total > 0 && (
          <span className={styles.aside}>
            {total > rows.length && <span>{t('TODAY.AND_MORE', { count: total - rows.length })}</span>}
            <TextLink href={listOf.waiting(store)}>
              {t('TODAY.OPEN_ALL')} {total}
            </TextLink>
          </span>
        )
      }
    >
      {({ rows }) => (rows.length === 0 ? <p className="dim">{t('TODAY.NOBODY')}.</p> : <Rows rows={rows} />)}
    </TodayBlock>
  )
}

function Rows({ rows }: { rows: readonly QuoteRow[] }) {
  const { t } = useTranslation()
  const now = useNow()
  const isLate = ({ promiseAt }: QuoteRow) => promiseAt !== null && new Date(promiseAt) < now
  const late = rows.filter(isLate)
  const inTime = rows.filter((row) => !isLate(row))
  const columns = [late, inTime].map(({ length }) => (length === 0 ? '' : `repeat(${String(length)}, minmax(0, 1fr))`))
  return (
    <ol className={styles.lath} style={{ '--columns': columns.join(' minmax(84px, 108px) ') } as CSSProperties}>
      {late.map((row, at) => (
        <Row key={row.number} row={row} at={at} now={now} isLate />
      ))}
      <li className={styles.mark}>
        <i />
        <span>{t('TODAY.PROMISE')}</span>
      </li>
      {inTime.map((row, at) => (
        <Row key={row.number} row={row} at={late.length + at} now={now} />
      ))}
    </ol>
  )
}

function Row({ row, at, now, isLate = false }: { row: QuoteRow; at: number; now: Date; isLate?: boolean }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const me = useMe()
  const { number, product, kind, assignee, waitingSince } = row
  return (
    <li data-late={isLate || undefined}>
      <Link href={pathOf(number)} aria-keyshortcuts={at < 9 ? String(at + 1) : undefined}>
        <span className={styles.age}>
          <span>{waitingSince !== null && spanText(t, now.getTime() - new Date(waitingSince).getTime())}</span>
          <Avatar person={assignee} isOwn={assignee?.id === me.id} />
          <span className="visually-hidden">{assignee?.name ?? t('QUOTES.NOBODYS')}</span>
        </span>
        <span className={styles.who}>
          <Thumbnail image={product === null ? null : pictureOf(product, language)} size="small" />
          <span className={styles.words}>
            <span className={styles.name}>{customerName(row) ?? t('QUOTES.WIPED')}</span>
            <span className={styles.what}>{product === null ? t(kindTexts[kind]) : productName(product, language)}</span>
          </span>
        </span>
      </Link>
    </li>
  )
}
