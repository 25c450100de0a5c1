import { X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { IconButton } from '@shared/components/IconButton'
import { part } from '@/components/part'
import { Picture } from '@/components/Picture'
import { PriceBlock, SignPrice } from '@/components/PriceBlock'
import { QuantityField } from '@/components/choices/quantity-part'
import { serverMessage } from '@shared/api/error'
import { maxQuantity, type CartLine } from '@/lib/cart/lines'
import { useChangeCart } from '@/lib/cart/edit/mutation'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { unitPrice, type Qepik } from '@shared/price'
import { showToast } from '@shared/toasts'
import styles from './CartLineItem.module.css'
import { useRestoreLine } from './use-restore-line'

const MoveToSelection = part(() => import('./MoveToSelection'))

interface CartLineItemProps {
  line: CartLine
  /** Former price of a piece, if it changed since the visitor last saw the line. */
  formerPrice?: Qepik | undefined
  disabled: boolean
  /** Called when the removal of the line begins. */
  onRemove: () => void
  onFollow?: (() => void) | undefined
}

/** A line of the cart with its quantity field and the buttons that remove it or move it to the selection. */
export function CartLineItem({ line, formerPrice, disabled, onRemove, onFollow }: CartLineItemProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const name = localized(line, 'name', language)
  const description = localized(line, 'description', language)
  const changeCart = useChangeCart()
  const newest = useRef(line.quantity)
  const restore = useRestoreLine(line, name)

  const remove = async () => {
    onRemove()
    try {
      if (!(await changeCart({ kind: 'remove', productId: line.id }))) return
      const action = { label: t('CART.UNDO'), run: () => void restore() }
      // A product that is no longer sold cannot be added again.
      showToast({ tone: 'done', text: t('CART.REMOVED', { name }), action: line.sold ? action : undefined })
    } catch {
      showToast({ tone: 'error', text: t('CART.REMOVE_ERROR') })
    }
  }
  /** Sets the quantity, or as many pieces as there are unless the visitor has set another one meanwhile. */
  const setQuantity = async (quantity: number) => {
    newest.current = quantity
    const change = (pieces: number) => changeCart({ kind: 'quantity', productId: line.id, quantity: pieces })
    try {
      await change(quantity).catch(async (error: unknown) => {
        const { takeStock } = await import('./take-stock')
        await takeStock({ line, name, error, change, isOutdated: () => newest.current !== quantity })
      })
    } catch (error) {
      showToast({ tone: 'error', text: serverMessage(error) || t('CART.QUANTITY_ERROR') })
    }
  }

  return (
    <li className={styles.line} tabIndex={-1}>
      <Picture className={styles.picture} src={line.image} alt="" sizes="96px" />
      <div className={styles.text}>
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
      <IconButton label={t('CART.REMOVE', { name })} className={styles.remove} disabled={disabled} onClick={() => void remove()}>
        <X size={20} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      {line.sold ? (
        <PriceBlock item={line} quantity={line.quantity} size="row" sign badge className={styles.price} />
      ) : (
        <p className={styles.unavailable}>{t('CART.NO_LONGER_SOLD')}</p>
      )}
      {line.sold && formerPrice !== undefined && (
        <p className={`${styles.changed ?? ''} figures`}>
          {t('CART.PRICE_CHANGED')}{' '}
          <s>
            <SignPrice amount={formerPrice} />
          </s>
        </p>
      )}
      {line.sold && (
        <div className={styles.amount}>
          <QuantityField value={line.quantity} max={maxQuantity} disabled={disabled} onChange={(quantity) => void setQuantity(quantity)} />
          <p className={`${styles.sum ?? ''} figures`}>
            {line.quantity} × <SignPrice amount={unitPrice(line).payable} />
          </p>
        </div>
      )}
      {line.sold && (
        <div className={styles.move}>
          <MoveToSelection line={line} disabled={disabled} onRemove={onRemove} />
        </div>
      )}
    </li>
  )
}
