import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { Piece } from '@/lib/quote/pieces'
import { selectPiece } from '@/stores/selection'
import { showToast } from '@/stores/toasts'

/** Returns a function that adds a piece to the selection and says so. It returns whether there was space. */
export function useSelectPiece(): (piece: Piece) => boolean {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  return (piece) => {
    const hasSpace = selectPiece(piece)
    const action = { label: t('SELECTION.LOOK'), run: () => navigate('/selection') }
    showToast({ tone: hasSpace ? 'done' : 'error', text: t(hasSpace ? 'SELECTION.ADDED' : 'SELECTION.FULL'), action })
    return hasSpace
  }
}
