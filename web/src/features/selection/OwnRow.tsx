import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { IconButton } from '@shared/components/IconButton'
import { QuantityField } from '@/components/choices/quantity-part'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { maxPieces } from '@/lib/quote/pieces'
import type { SelectedPiece } from '@/lib/quote/selection'
import { duplicateSelected, removeSelected, setSelectedQuantity } from '@/stores/selection'
import { showToast } from '@shared/toasts'
import styles from './OwnRow.module.css'
import { Row } from './Row'
import type { PieceRow } from './use-pieces'

interface OwnRowProps {
  row: PieceRow<SelectedPiece>
  /** Number of pieces without this one. */
  left: number
  /** Called when the removal begins. */
  onRemove: () => void
}

/** A piece that can be changed, copied and removed. */
export function OwnRow({ row, left, onRemove }: OwnRowProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { piece, product, isGone } = row
  const name = product === undefined ? '—' : localized(product, 'name', language)

  const remove = () => {
    onRemove()
    const undo = removeSelected(piece.id)
    const text = t('SELECTION.REMOVED', { name, count: left })
    showToast({ tone: 'done', text, action: { label: t('SELECTION.UNDO'), run: undo } })
  }
  const duplicate = () => {
    const hasSpace = duplicateSelected(piece.id)
    const text = hasSpace ? t('SELECTION.DUPLICATED', { name }) : t('SELECTION.FULL')
    showToast({ tone: hasSpace ? 'done' : 'error', text })
  }
  return (
    <Row
      row={row}
      corner={
        <IconButton label={t('SELECTION.REMOVE', { name })} className={styles.remove} onClick={remove}>
          <X size={20} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      }
      quantity={
        <QuantityField value={piece.quantity} max={maxPieces} of={name} onChange={(quantity) => setSelectedQuantity(piece.id, quantity)} />
      }
      actions={
        isGone ? undefined : (
          <>
            <Link href={`/quote?item=${piece.id}`} className={styles.action} aria-label={`${t('SELECTION.CHANGE')}: ${name}`}>
              {t('SELECTION.CHANGE')}
            </Link>
            <button type="button" className={styles.action} aria-label={`${t('SELECTION.DUPLICATE')}: ${name}`} onClick={duplicate}>
              {t('SELECTION.DUPLICATE')}
            </button>
          </>
        )
      }
    />
  )
}
