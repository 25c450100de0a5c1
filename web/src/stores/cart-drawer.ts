import { create } from 'zustand'
import { refreshSession } from '@/lib/session'

interface CartDrawerState {
  open: boolean
}

export const useCartDrawer = create<CartDrawerState>(() => ({ open: false }))

export function openCart(): void {
  useCartDrawer.setState({ open: true })
  refreshSession()
}

export function closeCart(): void {
  useCartDrawer.setState({ open: false })
}
