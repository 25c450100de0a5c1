import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'wouter'
import { Button } from '@shared/components/Button'
import { formatShortDateTime } from '@shared/dates'
import { EmptyState } from '@shared/components/EmptyState'
import { useInfiniteQuery } from '@shared/query/use-query'
import { pages } from '@desk/api/client'
import type { StockMove } from '@desk/api/records'
import { LoadingTable } from '@desk/components/ListTools'
import { TextLink } from '@desk/components/Links'
import { Loaded } from '@desk/components/Loaded'
import { BackLink, noticeClass, RecordPage } from '@desk/components/RecordPage'
import { Screen } from '@desk/components/Screen'
import { useKeys } from '@desk/lib/keys'
import { orderPath } from '@desk/lib/orders'
import { normalizeCode, productPath, useProduct } from '@desk/lib/products'
import { ListTable } from '@desk/list/ListTable'
import type { Column } from '@desk/list/list'
import { signed, stockReasonTexts } from './moves'
import { StockDialog } from './StockDialog'
import styles from './Product.module.css'

const pageSize = 50

const columns: readonly Column<StockMove>[] = [
  { id: 'delta', header: 'STOCK.DIFFERENCE', place: 'main', cell: ({ delta }) => <b>{signed(delta)}</b> },
  { id: 'balance', header: 'STOCK.BALANCE', place: 'end', isEnd: true, cell: ({ balance }) => balance },
  {
    id: 'reason',
    header: 'STOCK.REASON',
    place: 'below',
    cell: ({ reason, orderNumber, text }, { t }) => (
      <span>
        {t(stockReasonTexts[reason])}
        {orderNumber !== null && (
          <>
            {' '}
            <TextLink href={orderPath(orderNumber)}>{orderNumber}</TextLink>
          </>
        )}
        {text !== '' && <span className="dim">, {text}</span>}
      </span>
    ),
  },
  { id: 'actor', header: 'STOCK.WHO', place: 'below', cell: ({ actor }) => <span className="dim">{actor?.name}</span> },
  {
    id: 'at',
    header: 'STOCK.WHEN',
    place: 'endBelow',
    cell: ({ at }, { language }) => <span className="dim nowrap">{formatShortDateTime(at, language)}</span>,
  },
]

/** The moves of a product's stock, newest first. */
export default function StockScreen() {
  const { t } = useTranslation()
  const code = normalizeCode(useParams<{ code: string }>().code)
  const [, navigate] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const product = useProduct(code)
  const moves = useInfiniteQuery(pages('/desk/products/{code}/stock', { path: { code }, query: { limit: pageSize } }))
  const rows = moves.data?.pages.flatMap(({ data }) => data) ?? []
  useKeys([{ keys: 'escape', text: 'KEYS.BACK', run: () => navigate(productPath(code)) }])
  return (
    <RecordPage query={product} label={code} missing={{ title: 'PRODUCT.NOT_FOUND', text: 'PRODUCT.NOT_FOUND_TEXT' }}>
      {(data, notice) => (
        <Screen
          title={t('STOCK.OF', { name: code })}
          aside={data.stockQuantity === null ? t('QUOTE.MADE_TO_ORDER') : t('PRODUCTS.PIECES', { count: data.stockQuantity })}
          actions={
            <>
              <BackLink href={productPath(code)} className="" />
              {data.stockQuantity !== null && (
                <Button variant="primary" aria-label={t('STOCK.SUBMIT')} onClick={() => setOpen(true)}>
                  <Plus size={17} strokeWidth={1.5} aria-hidden="true" />
                  <span className="wide-only">{t('STOCK.SUBMIT')}</span>
                </Button>
              )}
            </>
          }
        >
          {notice}
          <Loaded query={moves} loading={<LoadingTable />} className={noticeClass}>
            {(_, outdated) => (
              <>
                {outdated}
                {rows.length === 0 ? (
                  <EmptyState title={t('STOCK.EMPTY')} />
                ) : (
                  <ListTable caption={t('STOCK.MOVES')} columns={columns} rows={rows} rowId={({ id }) => id} />
                )}
                {moves.hasNextPage && (
                  <p className={styles.more}>
                    <Button busy={moves.isFetchingNextPage} onClick={() => void moves.fetchNextPage()}>
                      {t('QUOTES.MORE')}
                    </Button>
                  </p>
                )}
              </>
            )}
          </Loaded>
          {isOpen && <StockDialog product={data} sign={1} onClose={() => setOpen(false)} />}
        </Screen>
      )}
    </RecordPage>
  )
}
