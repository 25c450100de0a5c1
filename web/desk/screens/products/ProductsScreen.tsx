import { FileUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { languages } from '@shared/language'
import { formatDiscount, formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { formatShortDay, isSameDay, timeInBaku } from '@shared/dates'
import { Button, ButtonLink } from '@shared/components/Button'
import { Status } from '@shared/components/Status'
import type { ProductRow } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { stockLevels } from '@desk/api/words'
import { Percent, Tag } from '@desk/components/Parts'
import { Thumbnail } from '@desk/components/Thumbnail'
import { importsPath } from '@desk/lib/imports'
import { useKeys } from '@desk/lib/keys'
import { categories, categoryText, isLow, productName, productPath, reasonTexts, stockLevelTexts } from '@desk/lib/products'
import { forgetProductNews, useLive } from '@desk/lib/stream'
import { languageTexts } from '@desk/lib/texts'
import { byLanguage, flag, words, type Drawing } from '@desk/list/list'
import { linkId, listPage } from '@desk/list/ListPage'
import { NewProductDialog } from './NewProductDialog'
import { ProductBulkBar } from './ProductBulkBar'
import styles from './Products.module.css'

const categoryIds = categories.map(({ id }) => String(id))

/** The table of products, hidden ones too: search, filters and sort in the address, and what is done with several at once. */
export default listPage({
  path: '/desk/products',
  saved: 'products',
  csv: 'products.text',
  title: 'NAV.PRODUCTS',
  rowId: ({ code }) => code,
  hrefOf: productPath,
  search: { label: 'PRODUCTS.SEARCH', hint: 'PRODUCTS.SEARCH_HINT' },
  shown: 'PRODUCTS.SHOWN',
  empty: { title: 'PRODUCTS.EMPTY', text: 'PRODUCTS.EMPTY_TEXT', filtered: 'PRODUCTS.NOTHING' },
  news: { useCount: () => useLive((state) => state.productNews.size), forget: forgetProductNews },
  bulk: { all: 'PRODUCTS.MARK_ALL', one: 'PRODUCTS.MARK_ONE', key: 'PRODUCTS.MARK', permission: 'products.price', Bar: ProductBulkBar },
  Actions: ListActions,
  sorts: {
    code: 'PRODUCTS.SORT_CODE',
    name: 'PRODUCTS.SORT_NAME',
    price: 'PRODUCTS.SORT_PRICE',
    stock: 'PRODUCTS.SORT_STOCK',
    '-changed': 'PRODUCTS.SORT_CHANGED',
  },
  columns: [
    {
      id: 'name',
      header: 'PRODUCTS.NAME',
      place: 'main',
      sort: { name: 'name', direction: 'ascending' },
      cell: (row, { language }) => (
        <span className={styles.product}>
          <Thumbnail size="small" image={row.imageUrl} />
          <span className={styles.two}>
            <Link href={productPath(row.code)} id={linkId(row.code)} className={styles.name}>
              {productName(row, language)}
            </Link>
            <span className="dim small">{row.code}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'category',
      header: 'PRODUCT.CATEGORY',
      place: 'wide',
      filter: {
        kind: 'choice',
        name: 'category',
        label: 'PRODUCT.CATEGORY',
        words: categoryIds,
        options: ({ t }) => categories.map(({ id, text }) => ({ value: String(id), text: t(text) })),
      },
      cell: ({ categoryId }, { t }) => {
        const text = categoryText(categoryId)
        return text === undefined ? '' : t(text)
      },
    },
    { id: 'price', header: 'PRODUCT.PRICE', place: 'end', isEnd: true, sort: { name: 'price', direction: 'ascending' }, cell: priceCell },
    {
      id: 'stock',
      header: 'PRODUCT.STOCK',
      place: 'below',
      sort: { name: 'stock', direction: 'ascending' },
      filter: words('stock', 'PRODUCT.STOCK', stockLevels, (level) => stockLevelTexts[level]),
      cell: stockCell,
    },
    {
      id: 'languages',
      header: 'PRODUCTS.LANGUAGES',
      place: 'wide',
      filter: { ...byLanguage('PRODUCTS.MISSING'), name: 'missing' },
      cell: languagesCell,
    },
    {
      id: 'shop',
      header: 'PRODUCTS.IN_SHOP',
      place: 'endBelow',
      filter: flag('isActive', 'PRODUCTS.IN_SHOP', 'PRODUCT.SHOWN', 'PRODUCT.HIDDEN'),
      cell: shopCell,
    },
    {
      id: 'changed',
      header: 'PRODUCTS.CHANGED',
      place: 'wide',
      sort: { name: '-changed', direction: 'descending' },
      cell: ({ changedBy, changedAt }, { t, now, language }) => (
        <span className={`${styles.two ?? ''} dim`}>
          <span className="nowrap">
            {isSameDay(changedAt, now) ? t('TEAM.TODAY', { time: timeInBaku(changedAt) }) : formatShortDay(changedAt, language)}
          </span>
          <span className="small">{changedBy?.name}</span>
        </span>
      ),
    },
  ],
  filters: [],
})

function priceCell({ price, discount, discountedPrice }: ProductRow, { language }: Drawing) {
  return (
    <span className={styles.two}>
      <b className={styles.sum}>{formatWithSign(toQepik(discountedPrice), language)}</b>
      {discount > 0 && (
        <span className="small nowrap">
          <s className="dim">{formatWithSign(toQepik(price), language)}</s> <Percent>{formatDiscount(discount)}</Percent>
        </span>
      )}
    </span>
  )
}

function stockCell(row: ProductRow, { t }: Drawing) {
  if (row.stockQuantity === null) return <span className="dim">{t('QUOTE.MADE_TO_ORDER')}</span>
  return (
    <span className={styles.two}>
      <span className="nowrap">
        {t('PRODUCTS.PIECES', { count: row.stockQuantity })}
        {isLow(row) && <span className="ruby"> {t('PRODUCTS.LOW')}</span>}
      </span>
      {row.reserved > 0 && <span className="dim small nowrap">{t('PRODUCTS.RESERVED', { count: row.reserved })}</span>}
    </span>
  )
}

function languagesCell({ completeLanguages }: ProductRow, { t }: Drawing) {
  const incomplete = languages.filter((language) => !completeLanguages.includes(language))
  return (
    <span className={styles.languages}>
      {languages.map((language) => (
        <span key={language} data-missing={incomplete.includes(language) || undefined}>
          <Tag>{language}</Tag>
        </span>
      ))}
      {incomplete.length > 0 && (
        <span className="visually-hidden">
          {t('PRODUCTS.INCOMPLETE', { languages: incomplete.map((language) => t(languageTexts[language])).join(', ') })}
        </span>
      )}
    </span>
  )
}

function shopCell({ reasons: [first, ...others] }: ProductRow, { t }: Drawing) {
  return (
    <span className={styles.two}>
      <Status tone={first === undefined ? 'emerald' : 'amber'} isFilled={first === undefined}>
        {t(first === undefined ? 'PRODUCT.SHOWN' : reasonTexts[first])}
        {others.length > 0 && <span className="phone-only">+{others.length}</span>}
      </Status>
      {others.length > 0 && <span className="dim small wide-only">{others.map((reason) => t(reasonTexts[reason])).join(', ')}</span>}
    </span>
  )
}

/** Files with products, and a new product. */
function ListActions() {
  const { t } = useTranslation()
  const mayImport = useMay('products.price')
  return (
    <>
      {mayImport && (
        <ButtonLink href={importsPath} aria-label={t('IMPORT.OPEN')}>
          <FileUp size={17} strokeWidth={1.5} aria-hidden="true" />
          <span className="wide-only">{t('IMPORT.OPEN')}</span>
        </ButtonLink>
      )}
      <NewProduct />
    </>
  )
}

function NewProduct() {
  const { t } = useTranslation()
  const mayCreate = useMay('products.text')
  const [isOpen, setOpen] = useState(false)
  useKeys(mayCreate ? [{ keys: 'c', text: 'PRODUCTS.ADD', run: () => setOpen(true) }] : [])
  if (!mayCreate) return null
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus size={17} strokeWidth={1.5} aria-hidden="true" />
        {t('PRODUCTS.ADD')}
      </Button>
      {isOpen && <NewProductDialog onClose={() => setOpen(false)} />}
    </>
  )
}
