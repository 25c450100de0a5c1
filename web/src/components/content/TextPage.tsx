import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '@/components/Breadcrumb'
import styles from './TextPage.module.css'

interface TextPageProps {
  title: string
  /** Label in the breadcrumb; the title by default. */
  crumb?: string
  /** Rendered beside the text, on phones below it. */
  side: ReactNode
  children: ReactNode
}

/** A text page with a side column. */
export function TextPage({ title, crumb = title, side, children }: TextPageProps) {
  const { t } = useTranslation()
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

/** A block of the side column. */
export function SideBlock({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.block}>
      <h2 className={styles.blockTitle}>{title}</h2>
      {children}
    </section>
  )
}
