import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '@/components/Breadcrumb'
import styles from './ShopTitle.module.css'

export function ShopTitle() {
  const { t } = useTranslation()
  return (
    <>
      <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: t('SHOP.TITLE') }]} />
      <h1 className={styles.title}>{t('SHOP.TITLE')}</h1>
    </>
  )
}
