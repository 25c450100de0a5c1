import { useTranslation } from 'react-i18next'
import { Breadcrumb, type Crumb } from '@/components/Breadcrumb'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'

/** Breadcrumb of a product; ends at the shop while it loads. */
export function ProductBreadcrumb({ product }: { product: Product | undefined }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const crumbs: Crumb[] = [
    { label: t('NAV.HOME'), href: '/' },
    { label: t('SHOP.TITLE'), href: '/shop' },
  ]
  if (product !== undefined) {
    const category = localized(product, 'categoryName', language)
    crumbs.push({ label: category, href: `/shop?category=${String(product.categoryId)}` })
    crumbs.push({ label: localized(product, 'name', language) })
  }
  return <Breadcrumb crumbs={crumbs} />
}
