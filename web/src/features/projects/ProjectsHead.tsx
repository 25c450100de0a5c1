import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Breadcrumb } from '@/components/Breadcrumb'
import { projectCategories, type ProjectCategory } from './categories'
import styles from './ProjectsPage.module.css'

/** Breadcrumb, title and category filter of the projects. */
export function ProjectsHead({ selected }: { selected?: ProjectCategory | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: t('NAV.PROJECTS') }]} />
      <div className={styles.head}>
        <h1>{t('NAV.PROJECTS')}</h1>
        <CategorySelect selected={selected ?? ''} />
      </div>
    </>
  )
}

function CategorySelect({ selected }: { selected: string }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const id = useId()
  return (
    <p className={styles.filter}>
      <label htmlFor={id} className={styles.label}>
        {t('PROJECTS.CATEGORY')}
      </label>
      <select
        id={id}
        className={styles.select}
        value={selected}
        onChange={({ target }) =>
          // Replaces the history entry: back leaves the page instead of undoing the filter.
          navigate(target.value === '' ? '/projects' : `/projects?category=${target.value}`, { replace: true })
        }
      >
        <option value="">{t('PROJECTS.ALL')}</option>
        {projectCategories.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {t(name)}
          </option>
        ))}
      </select>
    </p>
  )
}
