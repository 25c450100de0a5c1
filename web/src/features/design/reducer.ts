import { isSameDesign, type Design } from '@shared/rules/design'
import { evaluate } from '@shared/rules/evaluate'

/** Changes that can be undone. */
export const mostUndone = 50

export interface DesignerState {
  /** The design as the shopper wants it, also where it cannot be built. */
  design: Design
  /** The last one that can be built: what the drawing shows. `null` before there is one. */
  shown: Design | null
  /** Designs before the last changes, the latest last. */
  past: readonly Design[]
  /** Index of the chosen bay. */
  bay: number
}

export type DesignerAction =
  | { type: 'change'; change: (design: Design) => Design }
  | { type: 'undo' }
  | { type: 'pick'; bay: number }
  /** Another design takes the place of this one. */
  | { type: 'open'; design: Design }

const shownOf = (design: Design, before: Design | null): Design | null => (evaluate(design).layout === null ? before : design)
const bayWithin = (bay: number, { bays }: Design): number => Math.min(Math.max(0, bay), bays.length - 1)

export const opened = (design: Design): DesignerState => ({ design, shown: shownOf(design, null), past: [], bay: 0 })

export function reduceDesigner(state: DesignerState, action: DesignerAction): DesignerState {
  const { design, shown, past, bay } = state
  if (action.type === 'open') return opened(action.design)
  if (action.type === 'pick') return { ...state, bay: bayWithin(action.bay, design) }
  if (action.type === 'undo') {
    const before = past.at(-1)
    if (before === undefined) return state
    return { design: before, shown: shownOf(before, shown), past: past.slice(0, -1), bay: bayWithin(bay, before) }
  }
  const next = action.change(design)
  if (isSameDesign(next, design)) return state
  return { design: next, shown: shownOf(next, shown), past: [...past, design].slice(-mostUndone), bay: bayWithin(bay, next) }
}
