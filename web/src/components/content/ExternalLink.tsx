import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '@shared/components/classes'
import styles from '@/components/TextLink.module.css'

/** A link to another site, opened in a new tab. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={classes(styles.link, styles.alone)}>
      <span className={styles.text}>{children}</span>
      <ArrowUpRight size={20} strokeWidth={1.5} aria-hidden="true" />
      <span className="visually-hidden">{t('COMMON.NEW_TAB')}</span>
    </a>
  )
}
