import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { encodeDesign } from '@shared/rules/code'
import type { Design } from '@shared/rules/design'
import { useSelectPiece } from '@/components/quote/use-select-piece'
import { designPiece } from '@/lib/quote/pieces'

interface SelectDesignProps {
  /** A design that can be built. */
  design: Design
  wide?: boolean
}

/** Adds a design to the selection. */
export function SelectDesign({ design, wide = false }: SelectDesignProps) {
  const { t } = useTranslation()
  const select = useSelectPiece()
  return (
    <Button wide={wide} size={wide ? undefined : 'small'} onClick={() => void select(designPiece(encodeDesign(design)))}>
      {t('SELECTION.ADD')}
    </Button>
  )
}
