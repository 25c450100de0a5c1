import { useState } from 'react'
import { Box } from 'lucide-react'
import { buttonClass } from '@shared/components/Button'
import styles from './RoomLink.module.css'

type Viewer = 'quick-look' | 'scene-viewer'

/** Whether a link can open the viewer of iOS. A browser that defines no tokens of links throws. */
function hasQuickLook(): boolean {
  try {
    return document.createElement('a').relList.supports('ar')
  } catch {
    return false
  }
}

/** The viewer of models that belongs to the system: that of iOS, or that of Android. */
function viewerOf(userAgent: string): Viewer | null {
  if (hasQuickLook()) return 'quick-look'
  return /android/i.test(userAgent) ? 'scene-viewer' : null
}

/** The link that Android opens in its viewer, at true size; without one the browser stays on the page. */
function sceneViewerUrl(model: string, page: string): string {
  const query = `file=${encodeURIComponent(model)}&mode=ar_preferred&resizable=false`
  const target = 'scheme=https;package=com.google.android.googlequicksearchbox;action=android.intent.action.VIEW'
  return `intent://arvr.google.com/scene-viewer/1.2?${query}#Intent;${target};S.browser_fallback_url=${encodeURIComponent(page)};end;`
}

interface RoomLinkProps {
  /** Code of the design. */
  code: string
  label: string
}

/** Shows a design at true size in the visitor's room; absent where the system has no viewer. */
export function RoomLink({ code, label }: RoomLinkProps) {
  const [viewer] = useState(() => viewerOf(navigator.userAgent))
  if (viewer === null) return null
  if (viewer === 'scene-viewer') {
    const href = sceneViewerUrl(`${window.location.origin}/ar/${code}.glb`, window.location.href)
    return (
      <a href={href} className={buttonClass({ size: 'small' })}>
        <Box size={20} strokeWidth={1.5} aria-hidden="true" />
        {label}
      </a>
    )
  }
  // Safari opens its viewer at once if the link holds a picture and nothing else.
  return (
    <span className={styles.room}>
      <a rel="ar" href={`/ar/${code}.usdz#allowsContentScaling=0`}>
        <img src={`/images/designs/${code}.svg`} alt={label} width={56} height={56} loading="lazy" />
      </a>
      <span aria-hidden="true">{label}</span>
    </span>
  )
}
