import type { Built, Evaluation } from '@shared/rules/evaluate'
import type { BandQuery } from '@/lib/design/rates'
import type { Opened } from '../store'

/** State and calls that the steps of the designer share. */
export interface PanelProps {
  open: Opened
  evaluation: Evaluation
  /** The last design that can be built. */
  drawn: Built | null
  query: BandQuery
  /** Called when a way out was taken, whose button is gone. */
  onFixed: () => void
  /** Whether a design that cannot be built may be sent as a wish. */
  hasWish: boolean
}
