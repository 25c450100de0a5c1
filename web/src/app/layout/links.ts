import type { TextKey } from '@shared/text-key'

interface NavigationLink {
  key: TextKey
  href: string
}

export const projectLinks: readonly NavigationLink[] = [
  { key: 'NAV.ALL_PROJECTS', href: '/projects' },
  { key: 'CATEGORY.WARDROBE', href: '/projects/category/wardrobe' },
  { key: 'CATEGORY.KITCHEN', href: '/projects/category/kitchen' },
  { key: 'NAV.GARDEN', href: '/projects/category/garden' },
]

export const shopLinks: readonly NavigationLink[] = [
  { key: 'CATEGORY.WARDROBE', href: '/shop?category=1' },
  { key: 'CATEGORY.KITCHEN', href: '/shop?category=2' },
  { key: 'CATEGORY.FURNITURE', href: '/shop?category=3' },
  { key: 'NAV.ALL_PRODUCTS', href: '/shop' },
]

export const informationLinks: readonly NavigationLink[] = [
  { key: 'NAV.ABOUT', href: '/' },
  { key: 'NAV.PROJECTS', href: '/projects' },
  { key: 'DESIGN.TITLE', href: '/design' },
  { key: 'SELECTION.TITLE', href: '/selection' },
  { key: 'NAV.FAQ', href: '/faq' },
  { key: 'NAV.DELIVERY', href: '/delivery-terms' },
  { key: 'NAV.PRIVACY', href: '/privacy' },
]
