import { LanguageMenu } from './LanguageMenu'
import styles from './TopBar.module.css'
import type { Header } from './use-header'

/** The language; from 992 px on. */
export function TopBar({ header }: { header: Header }) {
  return (
    <div className={`${styles.bar ?? ''} on-ink`}>
      <div className={`container ${styles.row ?? ''}`}>
        <LanguageMenu header={header} />
      </div>
    </div>
  )
}
