import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Button, ButtonLink } from '@shared/components/Button'
import { formatDateTime } from '@shared/dates'
import { priceBooks, type PriceBook, type PriceBookRow } from '@desk/api/price-books'
import { useMay } from '@desk/api/session'
import { Block, Fact, Facts } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { useChange } from '@desk/lib/use-change'
import { DownloadButton } from './FileTools'
import { Frame } from './Frame'
import styles from './PriceBook.module.css'
import { keepBook } from './queries'
import { bookAddress } from './VersionsDialog'
import { cellsOf, changedCells, type Cells } from './values'

interface PublishedScreenProps {
  book: PriceBook
  before: Cells | null
  against: number | null
  rows: readonly PriceBookRow[]
  notice: ReactNode
}

/** A published book, which never changes, with what it changed. */
export function PublishedScreen({ book, before, against, rows, notice }: PublishedScreenProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [, navigate] = useLocation()
  const mayWrite = useMay('priceBook.write')
  const cells = cellsOf(book)
  const draft = rows.find(({ state }) => state === 'draft')
  const open = (made: PriceBook) => {
    keepBook(made)
    navigate(bookAddress(made.version))
  }
  const start = useChange({
    send: (_: undefined, keyFor) => priceBooks.create(book.version, keyFor(book.version)),
    onDone: open,
    // Somebody else was faster: their draft opens.
    onConflict: (present) => {
      open(present as PriceBook)
      return undefined
    },
  })
  const action =
    draft !== undefined ? (
      <ButtonLink variant="primary" href={bookAddress(draft.version)}>
        {t('PRICE_BOOK.TO_DRAFT')}
      </ButtonLink>
    ) : (
      <Button variant="primary" busy={start.isPending} onClick={() => start.mutate(undefined)}>
        {t('PRICE_BOOK.START')}
      </Button>
    )
  const changed = before === null ? 0 : changedCells(before, cells).length
  return (
    <Frame
      row={book}
      rows={rows}
      view={{ cells, before, rates: book.rates, typing: null }}
      actions={mayWrite && <span className="wide-only">{action}</span>}
      above={notice}
      tools={<DownloadButton version={book.version} />}
      sideLabel={t('PRICE_BOOK.ABOUT')}
      side={
        <Block title={t('PRICE_BOOK.ABOUT')}>
          <Facts>
            <Fact label={t('PRICE_BOOK.VALID_FROM')}>{book.validFrom === null ? '–' : formatDateTime(book.validFrom, language)}</Fact>
            {book.publishedAt !== null && <Fact label={t('PRICE_BOOK.PUBLISHED_AT')}>{formatDateTime(book.publishedAt, language)}</Fact>}
            {book.publishedBy !== null && <Fact label={t('PRICE_BOOK.PUBLISHED_BY')}>{book.publishedBy.name}</Fact>}
            {before !== null && against !== null && (
              <Fact label={t('PRICE_BOOK.AGAINST', { number: t('PRICE_BOOK.ORDINAL', { count: against, ordinal: true }) })}>
                {t('PRODUCT.CHANGES', { count: changed })}
              </Fact>
            )}
          </Facts>
          <p className={`${styles.about ?? ''} small dim`}>{t('PRICE_BOOK.READ_ONLY')}</p>
        </Block>
      }
      {...(mayWrite && { dock: action })}
    />
  )
}
