import { useTranslation } from 'react-i18next'
import type { Product } from '@/lib/api/types'
import { maxPieces } from '@/lib/quote/pieces'
import { Button } from './Button'
import { useSelectPiece } from './quote/use-select-piece'

interface SelectButtonProps {
  product: Product
  quantity: number
  /** Slug of the palette; null if none was chosen. */
  color: string | null
  className?: string | undefined
}

/** Adds a product in its standard size to the selection. */
export default function SelectButton({ product, quantity, color, className }: SelectButtonProps) {
  const { t } = useTranslation()
  const select = useSelectPiece()
  const piece = {
    productId: product.id,
    quantity: Math.min(quantity, maxPieces),
    color,
    measuring: 'standard',
    measures: null,
    note: '',
  } as const
  return (
    <Button variant="secondary" wide className={className} onClick={() => void select(piece)}>
      {t('SELECTION.ADD')}
    </Button>
  )
}
