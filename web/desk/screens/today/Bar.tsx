import type { CSSProperties } from 'react'
import styles from './Today.module.css'

/** A bar of ink whose length is a share of the longest. */
export function Bar({ share, isRuby = false }: { share: number; isRuby?: boolean }) {
  return (
    <span className={styles.bar} data-ruby={isRuby || undefined} aria-hidden="true">
      <i style={{ '--share': String(share) } as CSSProperties} />
    </span>
  )
}
