import { create } from 'zustand'

export interface Toast {
  id: number
  /** Errors stay until the visitor closes them. */
  tone: 'done' | 'error'
  text: string
  action?: { label: string; run: () => void } | undefined
  /** Something else shows it, such as a dialog. */
  isElsewhere?: boolean
  /**
   * Seconds in which the action is possible: counted down, also under the pointer, and the message goes with them. An error without an
   * action goes, too.
   */
  seconds?: number | undefined
}

interface ToastState {
  toasts: readonly Toast[]
}

const maxToasts = 3
let lastId = 0

/** Id of the last message, shown or not. */
export const latestToast = (): number => lastId

export const useToasts = create<ToastState>(() => ({ toasts: [] }))

/** Returns the id of the message. */
export function showToast(toast: Omit<Toast, 'id'>): number {
  lastId += 1
  const next = { ...toast, id: lastId }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, next].slice(-maxToasts) }))
  return next.id
}

/** Takes a message out of the stack; who calls this shows it. */
export function takeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.map((toast) => (toast.id === id ? { ...toast, isElsewhere: true } : toast)) }))
}

export function closeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}
