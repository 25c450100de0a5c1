import { create } from 'zustand'
import { ensureSession } from '@/lib/session'

interface CartDrawerState {
  open: boolean
}

export const useCartDrawer = create<CartDrawerState>(() => ({ open: false }))

export function openCart(): void {
  useCartDrawer.setState({ open: true })
  void ensureSession()
}

export function closeCart(): void {
  useCartDrawer.setState({ open: false })
}
