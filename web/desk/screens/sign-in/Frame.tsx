import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Lattice } from '@shared/components/Lattice'
import { Mark } from '@shared/components/Mark'
import { LanguageMenu } from '@desk/components/LanguageMenu'
import { showLanguage } from '@desk/i18n/setup'
import styles from './Frame.module.css'

interface FrameProps {
  title: string
  lead?: string | undefined
  /** A line above the title. */
  above?: ReactNode
  foot?: string
  children: ReactNode
}

/** The frame of all screens before the session is complete. */
export function Frame({ title, lead, above, foot, children }: FrameProps) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${title} · Şəbəkə`
  }, [title])
  return (
    <main className={styles.enter}>
      <div className={styles.form}>
        <div className={styles.brand}>
          <Mark size={24} />
          Şəbəkə <span className={styles.desk}>{t('SIGN_IN.DESK')}</span>
          <span>
            <LanguageMenu onPick={(language) => void showLanguage(language)} />
          </span>
        </div>
        <div className={styles.middle}>
          {above}
          <h1>{title}</h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
          {children}
        </div>
        <p className={styles.foot}>{foot}</p>
      </div>
      <div className={styles.wall} aria-hidden="true">
        <Lattice cell={180} stroke={0.6} />
      </div>
    </main>
  )
}
