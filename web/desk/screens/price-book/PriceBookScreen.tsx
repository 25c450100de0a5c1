import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { Skeleton } from '@shared/components/Skeleton'
import { useQuery } from '@shared/query/use-query'
import { priceBooks, type PriceBookRow } from '@desk/api/price-books'
import { useMay } from '@desk/api/session'
import { RecordPage } from '@desk/components/RecordPage'
import { DraftScreen } from './DraftScreen'
import { PublishedScreen } from './PublishedScreen'
import { cellsOf } from './values'

const missing = { title: 'PRICE_BOOK.NOT_FOUND', text: 'PRICE_BOOK.NOT_FOUND_TEXT' } as const

/** The book of an address: the version, else the draft, else the book in force. */
const chosen = (rows: readonly PriceBookRow[], version: string | undefined): PriceBookRow | undefined =>
  version === undefined
    ? (rows.find(({ state }) => state === 'draft') ?? rows.find(({ state }) => state === 'inForce') ?? rows[0])
    : rows.find((row) => String(row.version) === version)

/** A price book of designs: what the shop pays, and what each costs its customers. */
export default function PriceBookScreen() {
  const { t } = useTranslation()
  const { version } = useParams<{ version?: string }>()
  const rows = useQuery(priceBooks.list)
  return (
    <RecordPage query={rows} label={t('PRICE_BOOK.TITLE')} missing={missing}>
      {(list, notice) => <ChosenBook key={version} rows={list} version={version} notice={notice} />}
    </RecordPage>
  )
}

function ChosenBook({ rows, version, notice }: { rows: readonly PriceBookRow[]; version: string | undefined; notice: ReactNode }) {
  const { t } = useTranslation()
  const row = chosen(rows, version)
  const isDraft = row?.state === 'draft'
  // The draft is read by its name, so that another one is not taken for a discarded one. An unknown version is asked for: the
  // service says that it is not there.
  const draft = useQuery({ ...priceBooks.draft, enabled: isDraft })
  const published = useQuery({ ...priceBooks.published(row?.version ?? Number(version ?? 0)), enabled: !isDraft })
  const book = isDraft ? draft : published
  const mayWrite = useMay('priceBook.write')
  const against = rows.find((one) => row !== undefined && one.version < row.version && one.state !== 'draft')?.version ?? null
  const before = useQuery({ ...priceBooks.published(against ?? 0), enabled: against !== null })
  return (
    <RecordPage query={book} label={t('PRICE_BOOK.TITLE')} missing={missing}>
      {(data, outdated) => {
        if (against !== null && before.isPending) {
          return (
            <section aria-label={t('PRICE_BOOK.TITLE')} aria-busy>
              <Skeleton width="40%" height={20} />
            </section>
          )
        }
        const shown = {
          book: data,
          before: before.data === undefined || against === null ? null : cellsOf(before.data),
          against,
          rows,
          notice: (
            <>
              {outdated}
              {notice}
            </>
          ),
        }
        const isTyped = data.state === 'draft' && mayWrite
        return isTyped ? <DraftScreen key={data.version} {...shown} /> : <PublishedScreen key={data.version} {...shown} />
      }}
    </RecordPage>
  )
}
