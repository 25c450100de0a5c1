import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { Piece } from '@/lib/quote/pieces'
import { closeQuote } from '@/stores/quote'
import { showToast } from '@shared/toasts'

/** Returns a function that adds a piece to the selection and says so. It resolves to whether there was space. */
export function useSelectPiece(): (piece: Piece) => Promise<boolean> {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  return async (piece) => {
    const selection = await import('@/stores/selection').catch(() => null)
    if (selection === null) {
      showToast({ tone: 'error', text: t('COMMON.PART_FAILED') })
      return false
    }
    const hasSpace = selection.selectPiece(piece)
    const look = () => {
      navigate('/selection')
      // The message may stand in the dialog.
      closeQuote()
    }
    const action = { label: t('SELECTION.LOOK'), run: look }
    showToast({ tone: hasSpace ? 'done' : 'error', text: t(hasSpace ? 'SELECTION.ADDED' : 'SELECTION.FULL'), action })
    return hasSpace
  }
}
