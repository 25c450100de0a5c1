import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { IconButton } from '@shared/components/IconButton'
import { QuantityField } from '@/components/choices/quantity-part'
import { stepPath } from '@/lib/design/address'
import { useLanguage } from '@/lib/i18n/setup'
import { maxPieces } from '@/lib/quote/pieces'
import { duplicateSelected, removeSelected, setSelectedQuantity } from '@/stores/selection'
import { showToast } from '@shared/toasts'
import { rowName } from './names'
import styles from './OwnRow.module.css'
import { Row } from './Row'
import type { PieceRow } from './use-pieces'

interface OwnRowProps {
  /** The piece in the selection. */
  id: string
  row: PieceRow
  /** Number of pieces without this one. */
  left: number
  /** Called when the removal begins. */
  onRemove: () => void
}

/** A piece that can be changed, copied and removed. */
export function OwnRow({ id, row, left, onRemove }: OwnRowProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { piece, isGone } = row
  const name = rowName(t, language, row)

  const remove = () => {
    onRemove()
    const undo = removeSelected(id)
    const text = t('SELECTION.REMOVED', { name, count: left })
    showToast({ tone: 'done', text, action: { label: t('SELECTION.UNDO'), run: undo } })
  }
  const duplicate = () => {
    const hasSpace = duplicateSelected(id)
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
        <QuantityField value={piece.quantity} max={maxPieces} of={name} onChange={(quantity) => setSelectedQuantity(id, quantity)} />
      }
      actions={
        isGone ? undefined : (
          <>
            <Link
              href={piece.design === undefined ? `/quote?item=${id}` : stepPath('size', piece.design)}
              className={styles.action}
              aria-label={`${t('SELECTION.CHANGE')}: ${name}`}
            >
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
