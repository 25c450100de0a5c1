import { useTranslation } from 'react-i18next'
import type { Product } from '@/lib/api/types'
import { standardPiece } from '@/lib/quote/pieces'
import { Button } from '@shared/components/Button'
import { useSelectPiece } from './use-select-piece'

interface SelectButtonProps {
  product: Product
  quantity: number
  /** Slug of the palette; null if none was chosen. */
  color: string | null
  className?: string | undefined
  disabled?: boolean
}

/** Adds a product in its standard size to the selection. */
export default function SelectButton({ product, quantity, color, className, disabled = false }: SelectButtonProps) {
  const { t } = useTranslation()
  const select = useSelectPiece()
  return (
    <Button wide className={className} disabled={disabled} onClick={() => void select(standardPiece(product.id, quantity, color))}>
      {t('SELECTION.ADD')}
    </Button>
  )
}
