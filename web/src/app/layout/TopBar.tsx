import { wide as wideScreen } from '@shared/media'
import { part } from '@/components/part'
import { useMedia } from '@/lib/use-media'
import { LanguageMenu } from './LanguageMenu'
import styles from './TopBar.module.css'
import type { Header } from './use-header'

const TopBarContent = part(() => import('./TopBarContent'), undefined, <div className={styles.banner} />)

/** Networks, banner and language; from 992 px, below which their code does not load. */
export function TopBar({ header }: { header: Header }) {
  const wide = useMedia(wideScreen)
  return (
    <div className={`${styles.bar ?? ''} on-ink`}>
      {wide && (
        <div className={`container ${styles.row ?? ''}`}>
          <TopBarContent />
          <LanguageMenu header={header} />
        </div>
      )}
    </div>
  )
}
