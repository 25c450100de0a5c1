import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { ApiError } from '@shared/api/error'
import { useQuery } from '@shared/query/use-query'
import { Breadcrumb } from '@/components/Breadcrumb'
import { Button, ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import { Skeleton } from '@shared/components/Skeleton'
import { productQuery } from '@/lib/api/product-queries'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { usePageTitle } from '@/lib/page-title'
import { pieceText } from '@/lib/quote/piece-text'
import type { SelectedPiece, SelectedProduct } from '@/lib/quote/selection'
import { showSent } from '@/stores/quote'
import { noteSent } from '@/stores/sent-quotes'
import { replaceSelected, useSelection } from '@/stores/selection'
import { ChooseProduct } from './ChooseProduct'
import { parseQuoteQuery } from './quote-query'
import { QuoteActions } from './QuoteActions'
import { QuoteFields } from './QuoteFields'
import styles from './QuotePage.module.css'
import { useQuoteForm } from './use-quote-form'

/** A test for the piece with this id, unless it is a design, which the designer changes. */
const isProduct =
  (id: string | null) =>
  (piece: SelectedPiece): piece is SelectedProduct =>
    piece.id === id && piece.design === undefined

/** The form of a quote as a page; with a piece of the selection, the form that changes it. */
export default function QuoteScreen() {
  const { t } = useTranslation()
  const query = parseQuoteQuery(useSearch())
  const selected = useSelection(({ pieces }) => pieces.find(isProduct(query.item)))
  const productId = selected?.productId ?? query.product
  const { data, error, refetch } = useQuery({ ...productQuery(productId ?? 0), enabled: productId !== null })
  // React renders the form in parts: as one task, it takes up to 200 ms on a slow phone.
  const product = useDeferredValue(data)
  const [round, setRound] = useState(0)
  const isChange = selected !== undefined
  const title = t(isChange ? 'SELECTION.CHANGE_TITLE' : 'QUOTE.TITLE')
  usePageTitle(title)

  return (
    <div className="container">
      <Breadcrumb
        crumbs={[
          { label: t('NAV.HOME'), href: '/' },
          ...(isChange ? [{ label: t('SELECTION.TITLE'), href: '/selection' }] : [{ label: t('NAV.SHOP'), href: '/shop' }]),
          { label: title },
        ]}
      />
      <h1>{title}</h1>
      {!isChange && <p className="title-lead">{t('QUOTE.PAGE_LEAD')}</p>}
      {productId === null ? (
        <ChooseProduct search={query} />
      ) : product !== undefined && isChange ? (
        <ChangeForm key={selected.id} product={product} selected={selected} />
      ) : product !== undefined ? (
        <RequestForm key={`${product.id} ${round}`} product={product} query={query} onSent={() => setRound(round + 1)} />
      ) : error === null ? (
        <Skeleton height={480} />
      ) : error instanceof ApiError && error.status === 404 ? (
        <EmptyState title={t('PRODUCT.NOT_FOUND')}>
          <ButtonLink variant="primary" href="/shop">
            {t('COMMON.FROM_SHOP')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <ErrorPane text={t('PRODUCT.ERROR')} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

interface RequestFormProps {
  product: Product
  query: ReturnType<typeof parseQuoteQuery>
  /** Called when the form has done its work. */
  onSent: () => void
}

function RequestForm({ product, query, onSent }: RequestFormProps) {
  const [, navigate] = useLocation()
  const formId = useId()
  const color = query.color !== null && product.colors.includes(query.color) ? query.color : (product.colors[0] ?? null)
  const quote = useQuoteForm({
    request: {
      product,
      quantity: 1,
      color,
      measuring: query.size ?? undefined,
      measuresOf: query.of,
      widthMm: query.width === null ? undefined : query.width * 10,
      heightMm: query.height === null ? undefined : query.height * 10,
    },
    onSent: (sent, contacts) => {
      showSent({ ...sent, back: 'QUOTE.TO_SHOP', next: `/shop/${product.id}` }, contacts)
      noteSent([product.id], sent.number)
      onSent()
    },
  })
  return (
    <div className={styles.page}>
      <QuoteFields quote={quote} id={formId} />
      <div className={styles.actions}>
        <QuoteActions quote={quote} formId={formId} onSelected={() => navigate('/selection')} />
      </div>
    </div>
  )
}

function ChangeForm({ product, selected }: { product: Product; selected: SelectedProduct }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [, navigate] = useLocation()
  const formId = useId()
  const { quantity, color } = selected
  const quote = useQuoteForm({ request: { product, quantity, color }, selected, onSent: () => undefined })
  const save = () => {
    replaceSelected(selected.id, quote.piece)
    navigate('/selection')
  }
  return (
    <div className={styles.page}>
      <QuoteFields quote={quote} id={formId} isChange />
      <div className={`${styles.actions ?? ''} ${styles.change ?? ''}`}>
        <p className={`${styles.piece ?? ''} figures`}>{pieceText(t, language, quote.piece)}</p>
        <Button variant="primary" disabled={!quote.isPieceValid} onClick={save}>
          {t('SELECTION.SAVE')}
        </Button>
      </div>
    </div>
  )
}
