import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '@/components/Breadcrumb'
import styles from './ShopTitle.module.css'

/** Breadcrumb and title of the shop, or of one of its categories, and a line below that keeps its height until its content is there. */
export function ShopTitle({ category, children }: { category?: string | undefined; children?: ReactNode }) {
  const { t } = useTranslation()
  const home = { label: t('NAV.HOME'), href: '/' }
  const shop = { label: t('SHOP.TITLE') }
  return (
    <>
      <Breadcrumb crumbs={category === undefined ? [home, shop] : [home, { ...shop, href: '/shop' }, { label: category }]} />
      <h1 className={styles.title}>{category ?? shop.label}</h1>
      <div className={styles.line}>{children}</div>
    </>
  )
}
