import { Heart, LayoutDashboard, MapPin, Package, Ruler, User, type LucideIcon } from 'lucide-react'
import type { TextKey } from '@shared/text-key'

export const sections = ['dashboard', 'account-details', 'orders', 'quotes', 'addresses', 'wishlist'] as const
export type Section = (typeof sections)[number]

/** The section of a query string; the dashboard if unknown. */
export function sectionOf(search: string): Section {
  const requested = new URLSearchParams(search).get('section')
  return sections.find((section) => section === requested) ?? 'dashboard'
}

export function sectionPath(section: Section): string {
  return section === 'dashboard' ? '/account' : `/account?section=${section}`
}

export const sectionTexts = {
  dashboard: 'ACCOUNT.DASHBOARD.TITLE',
  'account-details': 'ACCOUNT.DETAILS.TITLE',
  orders: 'ACCOUNT.ORDERS.TITLE',
  quotes: 'ACCOUNT.QUOTES.TITLE',
  addresses: 'ACCOUNT.ADDRESSES.TITLE',
  wishlist: 'ACCOUNT.WISHLIST.TITLE',
} as const satisfies Record<Section, TextKey>

export const sectionIcons: Readonly<Record<Section, LucideIcon>> = {
  dashboard: LayoutDashboard,
  'account-details': User,
  orders: Package,
  quotes: Ruler,
  addresses: MapPin,
  wishlist: Heart,
}
