import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { IconButton } from '@/components/IconButton'
import { Picture } from '@/components/Picture'
import { PriceBlock, SignPrice } from '@/components/PriceBlock'
import { QuantityField } from '@/components/QuantityField'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { unitPrice } from '@/lib/price'
import { maxQuantity, putBack, removeFromCart, setQuantity, type CartLine } from '@/stores/cart'
import { showToast } from '@/stores/toasts'
import styles from './CartLineItem.module.css'

interface CartLineItemProps {
  line: CartLine
  /** While the cart changes. */
  disabled: boolean
  onFollow?: (() => void) | undefined
}

/** One product of the cart. */
export function CartLineItem({ line, disabled, onFollow }: CartLineItemProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const name = localized(line, 'name', language)
  const description = localized(line, 'description', language)

  const undo = async () => {
    const added = await putBack(line)
    if (added === 'failed') showToast({ tone: 'error', text: t('CART.ADD_ERROR') })
  }
  const remove = async () => {
    const removed = await removeFromCart(line.id)
    if (removed === 'failed') showToast({ tone: 'error', text: t('CART.REMOVE_ERROR') })
    if (removed !== 'done') return
    const action = { label: t('CART.UNDO'), run: () => void undo() }
    // What is no longer sold cannot come back.
    showToast({ tone: 'done', text: t('CART.REMOVED', { name }), action: line.sold ? action : undefined })
  }
  const change = (quantity: number) =>
    setQuantity(line.id, quantity, (message) =>
      showToast({ tone: 'error', text: message === '' ? t('CART.QUANTITY_ERROR') : message }),
    )

  return (
    <li className={styles.line}>
      <Picture className={styles.picture} src={line.image} alt="" width={960} height={1200} sizes="96px" />
      <div className={styles.words}>
        <p className={styles.name}>
          {line.sold ? (
            <Link href={`/shop/${line.id}`} onClick={() => onFollow?.()}>
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        {description !== '' && <p className={styles.description}>{description}</p>}
      </div>
      <IconButton
        label={t('CART.REMOVE', { name })}
        className={styles.remove}
        disabled={disabled}
        onClick={() => void remove()}
      >
        <X size={20} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      {line.sold ? (
        <PriceBlock item={line} quantity={line.quantity} size="row" sign badge className={styles.price} />
      ) : (
        <p className={styles.gone}>{t('CART.NO_LONGER_SOLD')}</p>
      )}
      {line.sold && (
        <div className={styles.amount}>
          <QuantityField value={line.quantity} max={maxQuantity} disabled={disabled} onChange={change} />
          <p className={`${styles.sum ?? ''} figures`}>
            {line.quantity} × <SignPrice amount={unitPrice(line).payable} />
          </p>
        </div>
      )}
    </li>
  )
}
