import { isPossible, isSameSize, parseCentimetres, type Measures, type Side } from '@shared/measures'
import { readDraft, type Draft } from '@/lib/quote/draft'
import { useQuote } from '@/stores/quote'
import { useSelection } from '@/stores/selection'

/** The typed measures of a draft, the standard ones for what is not typed or not valid; null if its form asks for no own size. */
export function draftMeasures(draft: Draft | null, standard: Measures): Measures | null {
  // A form that began with the own size keeps only the measures.
  if (draft === null || (draft.measuring ?? 'own') !== 'own') return null
  const of = (side: Side) => {
    const mm = parseCentimetres(draft[side] ?? '')
    return mm !== null && isPossible(mm) ? mm : standard[side]
  }
  return { widthMm: of('widthMm'), depthMm: of('depthMm'), heightMm: of('heightMm') }
}

/**
 * The visitor's own measures of a product: those of the quote's draft in this tab, else of the piece that was added to the selection
 * last. Null if there are none but the standard ones.
 */
export function useOwnMeasures(productId: number, standard: Measures | null): Measures | null {
  // The form writes the draft until it is closed.
  useQuote(({ request }) => request)
  const selected = useSelection(
    ({ pieces }) => pieces.findLast((piece) => piece.productId === productId && piece.measures !== null)?.measures,
  )
  if (standard === null) return null
  const measures = [draftMeasures(readDraft(productId), standard), selected ?? null]
  return measures.find((own) => own !== null && !isSameSize(own, standard)) ?? null
}
