import { CardDays } from '@/components/delivery/CardDays'
import { NicheNote } from '@/components/niche/NicheNote'
import { NicheLine } from '@/features/catalog/shop/NicheLine'
import { useLaterView } from '@/lib/later-view'
import { useNiche } from '@/stores/niche'
import { watchStaleData } from './stale-note'

function showFits(): void {
  if (useNiche.getState().niche === null || useLaterView.getState().Fit !== null) return
  import('@/components/niche/CardFit').then(({ default: Fit }) => useLaterView.setState({ Fit })).catch(() => undefined)
}

/**
 * Shows in cards by when their products come, and the visitor's niche in lists and beside products; as soon as there is a niche,
 * cards say whether they fit. Tells while data is not current. Without the code, the cards stay as they are.
 */
export function showLaterView(): void {
  useLaterView.setState({ Days: CardDays, Line: NicheLine, Note: NicheNote })
  useNiche.subscribe(showFits)
  showFits()
  watchStaleData()
}
