import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type TouchEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureSources } from '@/lib/image'
import { classes } from '@shared/components/classes'
import { IconButton } from '@shared/components/IconButton'
import styles from './Lightbox.module.css'
import { useZoom } from './use-zoom'
import { maxScale, type Point } from './zoom'
import { showModal } from '@/components/show-modal'

interface LightboxProps {
  images: readonly { src: string; alt: string; widths?: readonly number[] | undefined }[]
  index: number
  onIndex: (index: number) => void
  onClose: () => void
}

/** Minimum distance of a swipe: sideways to another picture, down to close. */
const swipePixels = 50
const closePixels = 100
/** Factor of a key or button. */
const zoomStep = 1.5

/** A full-screen carousel of pictures that can be enlarged. */
export default function Lightbox({ images, index, onIndex, onClose }: LightboxProps) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const touchStart = useRef<Point | null>(null)
  const { view, zoomBy, reset, handlers } = useZoom()
  const isWhole = view.scale === 1

  useEffect(() => {
    const element = dialog.current
    return element === null ? undefined : showModal(element)
  }, [])

  const step = (by: number) => {
    reset()
    onIndex((index + by + images.length) % images.length)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight' && isWhole) step(1)
    if (key === 'ArrowLeft' && isWhole) step(-1)
    if (key === '+' || key === '=') zoomBy(zoomStep)
    if (key === '-') zoomBy(1 / zoomStep)
  }
  const onTouchStart = ({ touches }: TouchEvent) => {
    const touch = touches[0]
    // A pinch, or the drag of an enlarged picture, is no swipe.
    touchStart.current = touch === undefined || touches.length > 1 || !isWhole ? null : { x: touch.clientX, y: touch.clientY }
  }
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches[0]
    const start = touchStart.current
    touchStart.current = null
    if (start === null || touch === undefined) return
    const sideways = touch.clientX - start.x
    const down = touch.clientY - start.y
    if (down > closePixels && down > Math.abs(sideways)) onClose()
    else if (Math.abs(sideways) > swipePixels) step(sideways < 0 ? 1 : -1)
  }

  const shown = images[index]
  if (shown === undefined) return null
  const { src, sources } = pictureSources(shown.src, shown.widths)
  const sizes = isWhole ? '100vw' : `${String(maxScale)}00vw`
  return (
    // Keys and swipes are shortcuts of the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={classes(styles.lightbox, 'on-ink')}
      aria-label={shown.alt}
      onKeyDown={onKeyDown}
      onTouchStart={onTouchStart}
      onTouchEnd={onTouchEnd}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.frame} data-enlarged={!isWhole || undefined} {...handlers}>
        <picture>
          {sources.map((source) => (
            <source key={source.type} type={source.type} srcSet={source.srcSet} sizes={sizes} />
          ))}
          <img
            className={styles.picture}
            style={{ transform: `translate(${String(view.x)}px, ${String(view.y)}px) scale(${String(view.scale)})` }}
            src={src}
            alt={shown.alt}
            draggable={false}
          />
        </picture>
      </div>
      <p className={classes(styles.counter, 'figures')} role="status">
        {index + 1} / {images.length}
      </p>
      <IconButton label={t('COMMON.CLOSE')} className={styles.close} onClick={onClose}>
        <X size={24} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <div className={styles.zoom}>
        <IconButton label={t('PRODUCT.ZOOM_OUT')} className={styles.step} disabled={isWhole} onClick={() => zoomBy(1 / zoomStep)}>
          <ZoomOut size={24} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('PRODUCT.ZOOM_IN')}
          className={styles.step}
          disabled={view.scale === maxScale}
          onClick={() => zoomBy(zoomStep)}
        >
          <ZoomIn size={24} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </div>
      {images.length > 1 && (
        <div className={styles.steps}>
          <IconButton label={t('PRODUCT.PREVIOUS_PICTURE')} className={styles.step} onClick={() => step(-1)}>
            <ChevronLeft size={24} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
          <IconButton label={t('PRODUCT.NEXT_PICTURE')} className={styles.step} onClick={() => step(1)}>
            <ChevronRight size={24} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </dialog>
  )
}
