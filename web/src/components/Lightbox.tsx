import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type TouchEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureSources } from '@/lib/image'
import { classes } from '@shared/components/classes'
import { IconButton } from './IconButton'
import styles from './Lightbox.module.css'
import { showModal } from './show-modal'

interface LightboxProps {
  images: readonly { src: string; alt: string; widths?: readonly number[] | undefined }[]
  index: number
  onIndex: (index: number) => void
  onClose: () => void
}

/** Minimum horizontal distance of a swipe. */
const swipePixels = 50

/** A full-screen carousel of pictures. */
export default function Lightbox({ images, index, onIndex, onClose }: LightboxProps) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const touchStart = useRef<number | null>(null)

  useEffect(() => {
    const element = dialog.current
    return element === null ? undefined : showModal(element)
  }, [])

  const step = (by: number) => onIndex((index + by + images.length) % images.length)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') step(1)
    if (event.key === 'ArrowLeft') step(-1)
  }
  const onTouchEnd = (event: TouchEvent) => {
    const end = event.changedTouches[0]?.clientX
    if (touchStart.current === null || end === undefined) return
    const distance = end - touchStart.current
    touchStart.current = null
    if (Math.abs(distance) > swipePixels) step(distance < 0 ? 1 : -1)
  }

  const shown = images[index]
  if (shown === undefined) return null
  const { src, sources } = pictureSources(shown.src, shown.widths)
  return (
    // Keys and swipes are shortcuts of the buttons inside.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={classes(styles.lightbox, 'on-ink')}
      aria-label={shown.alt}
      onKeyDown={onKeyDown}
      onTouchStart={(event) => {
        touchStart.current = event.touches[0]?.clientX ?? null
      }}
      onTouchEnd={onTouchEnd}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <picture>
        {sources.map((source) => (
          <source key={source.type} type={source.type} srcSet={source.srcSet} sizes="100vw" />
        ))}
        <img className={styles.picture} src={src} alt={shown.alt} />
      </picture>
      <p className={classes(styles.counter, 'figures')} role="status">
        {index + 1} / {images.length}
      </p>
      <IconButton label={t('COMMON.CLOSE')} className={styles.close} onClick={onClose}>
        <X size={24} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
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
