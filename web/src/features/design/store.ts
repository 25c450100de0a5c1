import { create } from 'zustand'
import { decodeDesign, encodeDesign, type DesignCode } from '@shared/rules/code'
import type { Design } from '@shared/rules/design'
import { opened, reduceDesigner, type DesignerAction, type DesignerState } from './reducer'
import { isStored, storeDesign } from './stored'

interface Opened extends DesignerState {
  /** Number of the design among those that this page opened. */
  id: number
  /** The code that is stored for it. */
  code: DesignCode
  /** False once the browser refused to store it. */
  isKept: boolean
  /** Number of the request it was last sent with, and the code that was sent. */
  sent: { number: string; code: DesignCode } | null
}

/** The open design; `null` before one is opened. */
export const useDesigner = create<{ open: Opened | null }>(() => ({ open: null }))

/** Codes that the open designs had on this page, with the number of each design. */
const history = new Map<string, number>()
const mostRemembered = 500
let lastId = 0

function remember(code: string, id: number): void {
  history.set(code, id)
  const [oldest] = history.keys()
  if (history.size > mostRemembered && oldest !== undefined) history.delete(oldest)
}

/** Whether this browser made the design of a code. */
export const isOwn = (code: string): boolean => history.has(code) || isStored(code)

/** Opens a design as one's own. */
export function openDesign(design: Design): DesignCode {
  const code = encodeDesign(design)
  lastId += 1
  remember(code, lastId)
  useDesigner.setState({ open: { ...opened(design), id: lastId, code, isKept: storeDesign(code, null), sent: null } })
  return code
}

/** Opens the design of a code unless it is an earlier form of the open one, as a step back in the history shows it. */
export function openCode(code: string): void {
  const { open } = useDesigner.getState()
  if (open !== null && (open.code === code || history.get(code) === open.id)) return
  const design = decodeDesign(code)
  if (design !== null) openDesign(design)
}

export function dispatch(action: DesignerAction): void {
  useDesigner.setState(({ open }) => (open === null ? {} : { open: { ...open, ...reduceDesigner(open, action) } }))
}

export const change = (make: (design: Design) => Design): void => dispatch({ type: 'change', change: make })

/** Stores the open design in place of what it was; returns its code. */
export function keepDesign(): DesignCode | null {
  const { open } = useDesigner.getState()
  if (open === null) return null
  const code = encodeDesign(open.design)
  if (code === open.code) return code
  remember(code, open.id)
  useDesigner.setState({ open: { ...open, code, isKept: storeDesign(code, open.code) } })
  return code
}

export function noteSent(number: string, code: DesignCode): void {
  useDesigner.setState(({ open }) => (open === null ? {} : { open: { ...open, sent: { number, code } } }))
}
