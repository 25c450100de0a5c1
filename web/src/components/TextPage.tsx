import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '@/lib/page-title'
import { Breadcrumb } from './Breadcrumb'
import styles from './TextPage.module.css'

interface TextPageProps {
  title: string
  /** What the breadcrumb calls the page, where that is shorter. */
  crumb?: string
  /** Facts or ways on, beside the text; below it on phones. */
  side: ReactNode
  children: ReactNode
}

/** A page to read: text in seven columns from the left, facts in four. */
export function TextPage({ title, crumb = title, side, children }: TextPageProps) {
  const { t } = useTranslation()
  usePageTitle(crumb)
  return (
    <div className="container">
      <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: crumb }]} />
      <h1>{title}</h1>
      <div className={styles.columns}>
        <div className={styles.text}>{children}</div>
        <aside className={styles.side}>{side}</aside>
      </div>
    </div>
  )
}

/** A block at the side under a lath. */
export function SideBlock({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.block}>
      <h2 className={styles.blockTitle}>{title}</h2>
      {children}
    </section>
  )
}
