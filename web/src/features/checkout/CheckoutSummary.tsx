import { ChevronDown, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { wide as wideScreen } from '@shared/media'
import { IconButton } from '@shared/components/IconButton'
import { part } from '@/components/part'
import { Picture } from '@/components/Picture'
import { PriceBlock, SignPrice } from '@/components/PriceBlock'
import { cartCount, cartTotal, type CartLine } from '@/lib/cart/lines'
import { useChangeCart } from '@/lib/cart/edit/mutation'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { unitPrice } from '@shared/price'
import { useMedia } from '@/lib/use-media'
import { showToast } from '@shared/toasts'
import styles from './CheckoutSummary.module.css'

const OrderDays = part(() => import('@/components/delivery/OrderDays'))

interface CheckoutSummaryProps {
  lines: readonly CartLine[]
  /** A sentence below the total. */
  note?: string
}

/** The lines and totals of the order; collapsed to one line with the total on narrow screens. */
export function CheckoutSummary({ lines, note }: CheckoutSummaryProps) {
  const { t } = useTranslation()
  const wide = useMedia(wideScreen)
  const id = useId()
  if (wide) {
    return (
      <section className={styles.summary} aria-labelledby={id}>
        <h2 id={id} className={styles.heading}>
          {t('CHECKOUT.YOUR_ORDER')}
        </h2>
        <SummaryContent lines={lines} note={note} />
      </section>
    )
  }
  return (
    <details className={styles.summary}>
      <summary className={styles.fold}>
        <span>{t('CHECKOUT.YOUR_ORDER_COUNT', { count: cartCount(lines) })}</span>
        <span className={`${styles.foldTotal ?? ''} figures`}>
          <SignPrice amount={cartTotal(lines)} />
        </span>
        <ChevronDown size={20} strokeWidth={1.5} aria-hidden="true" />
      </summary>
      <SummaryContent lines={lines} note={note} />
    </details>
  )
}

function SummaryContent({ lines, note }: { lines: readonly CartLine[]; note: string | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <ul>
        {lines.map((line) => (
          <SummaryLine key={line.id} line={line} />
        ))}
      </ul>
      <dl className={styles.totals}>
        <div className={styles.row}>
          <dt>{t('CART.SUBTOTAL')}</dt>
          <dd className="figures">
            <SignPrice amount={cartTotal(lines)} />
          </dd>
        </div>
        <div className={styles.row}>
          <dt>{t('CART.DELIVERY')}</dt>
          <dd>{t('CART.FREE')}</dd>
        </div>
        <div className={`${styles.row ?? ''} ${styles.total ?? ''}`}>
          <dt>{t('CHECKOUT.TOTAL')}</dt>
          <dd className="figures">
            <SignPrice amount={cartTotal(lines)} />
          </dd>
        </div>
      </dl>
      <div className={styles.days}>
        <OrderDays productIds={lines.filter(({ sold }) => sold).map(({ id }) => id)} />
      </div>
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </>
  )
}

function SummaryLine({ line }: { line: CartLine }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const name = localized(line, 'name', language)
  const description = localized(line, 'description', language)
  const changeCart = useChangeCart()
  const remove = async () => {
    try {
      await changeCart({ kind: 'remove', productId: line.id })
    } catch {
      showToast({ tone: 'error', text: t('CART.REMOVE_ERROR') })
    }
  }
  return (
    <li className={styles.line}>
      <Picture className={styles.picture} src={line.image} alt="" sizes="72px" />
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        {description !== '' && <p className={styles.description}>{description}</p>}
        {line.sold ? (
          <>
            <PriceBlock item={line} quantity={line.quantity} size="row" sign badge />
            <p className={`${styles.pieces ?? ''} figures`}>
              {line.quantity} × <SignPrice amount={unitPrice(line).payable} />
            </p>
          </>
        ) : (
          <p className={styles.unavailable}>{t('CHECKOUT.REMOVE_GONE')}</p>
        )}
      </div>
      {!line.sold && (
        <IconButton label={t('CART.REMOVE', { name })} className={styles.remove} onClick={() => void remove()}>
          <X size={20} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}
