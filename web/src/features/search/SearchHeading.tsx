import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '@/components/Breadcrumb'
import styles from './SearchPage.module.css'

/** Breadcrumb and title of a search; without a term, of the screen. */
export function SearchHeading({ term }: { term: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: t('SEARCH.TITLE') }]} />
      <h1 className={styles.title}>{term === '' ? t('SEARCH.TITLE') : t('SEARCH.RESULTS_FOR', { term })}</h1>
    </>
  )
}
