import { create } from 'zustand'
import { decodeDesign, encodeDesign, type DesignCode } from '@shared/rules/code'
import type { Design } from '@shared/rules/design'
import { opened, reduceDesigner, type DesignerAction, type DesignerState } from './reducer'
import { isStored, storeDesign } from './stored'

export interface Opened extends DesignerState {
  /** Number of the design among those that this page opened. */
  id: number
  /** The code that is stored for it. */
  code: DesignCode
  /** False once the browser refused to store it. */
  isKept: boolean
  /** Whether it is a quote's, which this browser does not store. */
  isQuoted: boolean
  /** Whether the last change is a drag in the drawing, which follows it at once. */
  isDragged: boolean
  /** Number of the request it was last sent with, and the code that was sent. */
  sent: { number: string; code: DesignCode } | null
}

interface Designs {
  /** The open design; `null` before one is opened. */
  open: Opened | null
  /** Codes that the designs had on this page, with the number of each design. */
  codes: ReadonlyMap<string, number>
}

export const useDesigner = create<Designs>(() => ({ open: null, codes: new Map() }))

const mostRemembered = 500
let lastId = 0

/** The codes with one more, without the oldest of too many. */
const withCode = (codes: Designs['codes'], code: string, id: number): Designs['codes'] =>
  new Map([...codes, [code, id] as const].slice(-mostRemembered))

/** Whether this browser made the design of a code. */
export const isOwn = (code: string): boolean => useDesigner.getState().codes.has(code) || isStored(code)

/** Opens a design as one's own, or as that of a quote. */
export function openDesign(design: Design, isQuoted = false): DesignCode {
  const code = encodeDesign(design)
  lastId += 1
  const id = lastId
  const isKept = isQuoted || storeDesign(code, null)
  const open = { ...opened(design), id, code, isKept, isQuoted, isDragged: false, sent: null }
  useDesigner.setState(({ codes }) => ({ codes: withCode(codes, code, id), open }))
  return code
}

/** Opens the design of a code unless it is an earlier form of the open one, as a step back in the history shows it. */
export function openCode(code: string, isQuoted: boolean): void {
  const { open, codes } = useDesigner.getState()
  if (open?.isQuoted === isQuoted && (open.code === code || codes.get(code) === open.id)) return
  const design = decodeDesign(code)
  if (design !== null) openDesign(design, isQuoted)
}

export function dispatch(action: DesignerAction, isDragged = false): void {
  useDesigner.setState(({ open }) => (open === null ? {} : { open: { ...open, ...reduceDesigner(open, action), isDragged } }))
}

export const change = (make: (design: Design) => Design): void => dispatch({ type: 'change', change: make })

export const drag = (make: (design: Design) => Design): void => dispatch({ type: 'change', change: make }, true)

/** Stores the open design in place of what it was; returns its code. */
export function keepDesign(): DesignCode | null {
  const { open, codes } = useDesigner.getState()
  if (open === null) return null
  const code = encodeDesign(open.design)
  if (code === open.code) return code
  const isKept = open.isQuoted || storeDesign(code, open.code)
  useDesigner.setState({ codes: withCode(codes, code, open.id), open: { ...open, code, isKept } })
  return code
}

export function noteSent(number: string, code: DesignCode): void {
  useDesigner.setState(({ open }) => (open === null ? {} : { open: { ...open, sent: { number, code } } }))
}
