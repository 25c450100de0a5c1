import { create } from 'zustand'

export interface Toast {
  id: number
  /** Errors stay until they are closed. */
  tone: 'done' | 'error'
  text: string
  action?: { label: string; run: () => void } | undefined
}

const maxToasts = 3
let lastId = 0

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  const next = { ...toast, id: lastId }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, next].slice(-maxToasts) }))
}

export function closeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}
