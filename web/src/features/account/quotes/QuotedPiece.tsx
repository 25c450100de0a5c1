import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { PieceOutline } from '@shared/components/PieceOutline'
import { pieceMeasures } from '@shared/niche'
import { Picture } from '@/components/Picture'
import type { AccountQuote, Product } from '@/lib/api/types'
import { stepPath } from '@/lib/design/address'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { pieceText } from '@/lib/quote/piece-text'
import { frontOf, sizesOf } from '@/lib/quote/sizes'
import styles from './QuotedPiece.module.css'

interface QuotedPieceProps {
  item: AccountQuote['items'][number]
  /** Undefined until it is loaded, and for one that is no longer sold. */
  product: Product | undefined
}

/** A piece of a sent request: its picture, its drawing in the measures of the request, and its words. */
export function QuotedPiece({ item, product }: QuotedPieceProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const own = product === undefined ? null : sizesOf(product).own
  const niche = item.measuresOf === 'niche' ? item.measures : null
  const drawn = item.measures === null ? own : pieceMeasures(item.measures, item.measuresOf)
  const front = product === undefined ? null : frontOf(product)
  const name = localized(item, 'productName', language)
  if (item.designCode !== null && item.productId === null) return <DesignedPiece item={item} code={item.designCode} />
  return (
    <li className={styles.piece}>
      <Picture className={styles.picture} src={item.productImage} alt="" sizes="80px" />
      <div className={styles.drawing}>
        {drawn !== null && front !== null && (
          <PieceOutline measures={drawn} niche={niche} front={front} standard={own} language={language} label="" />
        )}
      </div>
      <div className={styles.words}>
        <p className={styles.name}>{product === undefined ? name : <Link href={`/shop/${String(product.id)}`}>{name}</Link>}</p>
        <p className={`${styles.text ?? ''} figures`}>{pieceText(t, language, { ...item, quantity: item.quantity ?? 1 })}</p>
        {item.note !== '' && <p className={styles.note}>{item.note}</p>}
      </div>
    </li>
  )
}

/** A design without a product, with its drawings from the front and from inside. */
function DesignedPiece({ item, code }: { item: AccountQuote['items'][number]; code: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const drawing = (view: 'front' | 'inside') => `/images/designs/${code}.svg?view=${view}&lang=${language}`
  return (
    <li className={styles.piece}>
      <img className={styles.design} src={drawing('front')} alt="" width={80} height={100} loading="lazy" />
      <img className={styles.design} src={drawing('inside')} alt="" width={80} height={100} loading="lazy" />
      <div className={styles.words}>
        <p className={styles.name}>
          <Link href={stepPath('summary', code)}>{t('SELECTION.DESIGN')}</Link>
        </p>
        <p className={`${styles.text ?? ''} figures`}>{pieceText(t, language, { ...item, quantity: item.quantity ?? 1 })}</p>
        {item.note !== '' && <p className={styles.note}>{item.note}</p>}
      </div>
    </li>
  )
}
