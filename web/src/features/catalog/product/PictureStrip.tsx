import { Children, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Gallery.module.css'

interface PictureStripProps {
  name: string
  selected: number
  onSelect: (index: number) => void
  onEnlarge: () => void
  /** The pictures, of which one is in view and the next one in sight. */
  children: ReactNode
}

/** Time without a scroll event after which a swipe has ended, in milliseconds. */
const scrollEndMs = 100

/** Distance from the start of one pane to that of the next. */
function paneStep(strip: HTMLElement): number {
  const [first, second] = strip.children
  if (!(first instanceof HTMLElement) || !(second instanceof HTMLElement)) return 1
  return Math.max(1, second.offsetLeft - first.offsetLeft)
}

const shownPane = (strip: HTMLElement) => Math.round(strip.scrollLeft / paneStep(strip))

/** The pictures of narrow screens, side by side: a swipe moves from one to the next. */
export function PictureStrip({ name, selected, onSelect, onEnlarge, children }: PictureStripProps) {
  const { t } = useTranslation()
  const strip = useRef<HTMLDivElement>(null)
  const ended = useRef<ReturnType<typeof setTimeout>>(undefined)
  const panes = Children.toArray(children)
  const position = (index: number) => `${String(index + 1)} / ${String(panes.length)}`

  // A colour of the address starts with its picture.
  const first = useRef(selected)
  useLayoutEffect(() => {
    const element = strip.current
    if (element !== null && first.current > 0) element.scrollLeft = first.current * paneStep(element)
  }, [])

  // The pane that the strip is scrolling to. A slow device pauses on its way there, which is no choice of the pane between.
  const target = useRef<number | null>(null)
  const release = () => (target.current = null)
  useEffect(() => {
    const element = strip.current
    if (element !== null && (target.current !== null || shownPane(element) !== selected)) {
      target.current = selected
      element.scrollTo({ left: selected * paneStep(element), behavior: 'smooth' })
    }
  }, [selected])
  useEffect(() => () => clearTimeout(ended.current), [])

  const onScroll = () => {
    clearTimeout(ended.current)
    ended.current = setTimeout(() => {
      if (strip.current === null) return
      const shown = shownPane(strip.current)
      if (target.current !== null && target.current !== shown) return
      release()
      onSelect(shown)
    }, scrollEndMs)
  }
  return (
    <>
      {/* A scrolling region; Enter is the key of the click on a picture. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={strip}
        className={styles.strip}
        role="region"
        aria-label={t('PRODUCT.PICTURES_OF', { name })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={onScroll}
        onPointerDown={release}
        onWheel={release}
        onKeyDown={({ key }) => {
          release()
          if (key === 'Enter') onEnlarge()
        }}
      >
        {panes.map((pane, index) => (
          <div key={index} className={styles.pane} role="group" aria-label={position(index)}>
            {pane}
          </div>
        ))}
      </div>
      {panes.length > 1 && (
        <p className={styles.counter} aria-hidden="true">
          {position(selected)}
        </p>
      )}
    </>
  )
}
