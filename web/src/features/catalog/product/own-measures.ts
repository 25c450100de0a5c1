import { isPossible, isSameSize, parseCentimetres, type Measures, type Side } from '@shared/measures'
import { measuresAround, pieceMeasures } from '@shared/niche'
import { readDraft, type Draft } from '@/lib/quote/draft'
import { useQuote } from '@/stores/quote'
import { useSelection } from '@/stores/selection'

/**
 * The piece in the typed measures of a draft, with the standard ones for what is not typed or not valid; null if its form asks for no
 * own size.
 */
export function draftMeasures(draft: Draft | null, standard: Measures): Measures | null {
  // A form that began with the own size keeps only the measures.
  if (draft === null || (draft.measuring ?? 'own') !== 'own') return null
  const { measuresOf = 'piece' } = draft
  const around = measuresAround(standard, measuresOf)
  const of = (side: Side) => {
    const mm = parseCentimetres(draft[side] ?? '')
    return mm !== null && isPossible(mm) ? mm : around[side]
  }
  return pieceMeasures({ widthMm: of('widthMm'), depthMm: of('depthMm'), heightMm: of('heightMm') }, measuresOf)
}

/**
 * The visitor's own measures of a product: those of the quote's draft in this tab, else of the piece that was added to the selection
 * last. Null if there are none but the standard ones.
 */
export function useOwnMeasures(productId: number, standard: Measures | null): Measures | null {
  // The form writes the draft until it is closed.
  useQuote(({ request }) => request)
  const selected = useSelection(({ pieces }) => pieces.findLast((piece) => piece.productId === productId && piece.measures !== null))
  if (standard === null) return null
  const selectedMeasures = selected?.measures ? pieceMeasures(selected.measures, selected.measuresOf) : null
  const measures = [draftMeasures(readDraft(productId), standard), selectedMeasures]
  return measures.find((own) => own !== null && !isSameSize(own, standard)) ?? null
}
