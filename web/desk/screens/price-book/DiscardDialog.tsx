import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { priceBooks, type PriceBook } from '@desk/api/price-books'
import { Dialog } from '@desk/components/Dialog'
import { useChange } from '@desk/lib/use-change'

interface DiscardDialogProps {
  book: Pick<PriceBook, 'recordVersion'>
  /** Cells that differ from the book before. */
  changes: number
  onDone: () => void
  /** Somebody else changed the draft meanwhile. */
  onChanged: (present: PriceBook) => void
  onClose: () => void
}

/** Asks before the draft is deleted. */
export function DiscardDialog({ book, changes, onDone, onChanged, onClose }: DiscardDialogProps) {
  const { t } = useTranslation()
  const discard = useChange({
    send: () => priceBooks.discard(book.recordVersion),
    onDone,
    onConflict: (present) => {
      onChanged(present as PriceBook)
      return undefined
    },
  })
  return (
    <Dialog
      title={t('PRICE_BOOK.DISCARD_TITLE')}
      description={t('PRICE_BOOK.DISCARD_TEXT', { count: changes })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('COMMON.KEEP')}</Button>
          <Button variant="danger" busy={discard.isPending} onClick={() => discard.mutate(undefined)}>
            {t('PRICE_BOOK.DISCARD')}
          </Button>
        </>
      }
    />
  )
}
