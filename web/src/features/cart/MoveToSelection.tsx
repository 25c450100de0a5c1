import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { CartLine } from '@/lib/cart/lines'
import { useChangeCart } from '@/lib/cart/edit/mutation'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { standardPiece } from '@/lib/quote/pieces'
import { closeCart } from '@/stores/cart-drawer'
import { moveToSelection } from '@/stores/selection'
import { showToast } from '@shared/toasts'
import styles from './MoveToSelection.module.css'
import { useRestoreLine } from './use-restore-line'

interface MoveToSelectionProps {
  line: CartLine
  disabled: boolean
  /** Called when the removal of the line begins. */
  onRemove: () => void
}

/** Moves a line of the cart to the selection, where it can get another size. */
export default function MoveToSelection({ line, disabled, onRemove }: MoveToSelectionProps) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const name = localized(line, 'name', useLanguage())
  const changeCart = useChangeCart()
  const restore = useRestoreLine(line, name)
  const [isMoving, setMoving] = useState(false)

  const undo = async (takeOut: () => void) => {
    // A visitor who has to sign in first keeps the piece: the line is in the cart only after that.
    if (await restore()) takeOut()
  }
  const look = () => {
    closeCart()
    navigate('/selection')
  }
  const move = async () => {
    const takeOut = moveToSelection(standardPiece(line.id, line.quantity, line.color))
    if (takeOut === null) {
      showToast({ tone: 'error', text: t('SELECTION.FULL'), action: { label: t('SELECTION.LOOK'), run: look } })
      return
    }
    setMoving(true)
    onRemove()
    try {
      if (await changeCart({ kind: 'remove', productId: line.id })) {
        const action = { label: t('CART.UNDO'), run: () => void undo(takeOut) }
        showToast({ tone: 'done', text: t('SELECTION.MOVED', { name }), action })
      } else {
        takeOut()
      }
    } catch {
      takeOut()
      showToast({ tone: 'error', text: t('CART.REMOVE_ERROR') })
    }
    setMoving(false)
  }

  return (
    <button
      type="button"
      className={styles.move}
      aria-label={`${t('SELECTION.MOVE')}: ${name}`}
      disabled={disabled || isMoving}
      onClick={() => void move()}
    >
      {t('SELECTION.MOVE')}
    </button>
  )
}
