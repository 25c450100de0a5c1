import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tablet } from '@shared/media'
import { IconButton } from '@shared/components/IconButton'
import { openedPart } from '@/components/part'
import { Picture } from '@/components/Picture'
import { SectionTitle } from '@/components/SectionTitle'
import { StepButtons } from '@/components/StepButtons'
import { useMedia } from '@/lib/use-media'
import styles from './Gallery.module.css'
import { galleryPictures } from './gallery-pictures'
import { useLoopStrip } from './use-loop-strip'

const Lightbox = openedPart(
  () => import('@/components/lightbox/Lightbox'),
  ({ onClose }) => onClose(),
)

const advanceMs = 5_000
const count = galleryPictures.length
/** The pictures twice, for a seamless loop; the second half is hidden from keyboard and screen readers. */
const panes = [...galleryPictures, ...galleryPictures]

/** An auto-advancing carousel with a lightbox. */
export function Gallery() {
  const { t } = useTranslation()
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)')
  const { strip, index, step, show } = useLoopStrip(count, !reducedMotion)
  const [paused, setPaused] = useState(false)
  const [interacting, setInteracting] = useState(false)
  const [enlarged, setEnlarged] = useState<number | null>(null)
  const running = !paused && !interacting && !reducedMotion && enlarged === null

  useEffect(() => {
    if (!running) return
    const timer = setTimeout(() => step(1), advanceMs)
    return () => clearTimeout(timer)
  }, [running, index, step])

  return (
    <section className="section" aria-label={t('HOME.GALLERY.TITLE')}>
      <div className="container">
        <SectionTitle title={t('HOME.GALLERY.TITLE')}>
          <div className={styles.controls}>
            <p className={`figures second ${styles.counter ?? ''}`} aria-live={running ? 'off' : 'polite'}>
              {index + 1} / {count}
            </p>
            <StepButtons previousLabel={t('PRODUCT.PREVIOUS_PICTURE')} nextLabel={t('PRODUCT.NEXT_PICTURE')} onStep={step} />
            {!reducedMotion && (
              <IconButton label={t(paused ? 'HOME.GALLERY.PLAY' : 'HOME.GALLERY.PAUSE')} onClick={() => setPaused(!paused)}>
                {paused ? (
                  <Play size={20} strokeWidth={1.5} aria-hidden="true" />
                ) : (
                  <Pause size={20} strokeWidth={1.5} aria-hidden="true" />
                )}
              </IconButton>
            )}
          </div>
        </SectionTitle>
      </div>
      {/* The carousel pauses while it is touched or focused. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        ref={strip}
        className={styles.strip}
        onTouchStart={() => setInteracting(true)}
        onTouchEnd={() => setInteracting(false)}
        onTouchCancel={() => setInteracting(false)}
        onFocus={() => setInteracting(true)}
        onBlur={() => setInteracting(false)}
      >
        {panes.map(({ scene, caption }, position) => {
          const { width, height } = scene
          const isCopy = position >= count
          return (
            <li key={position} className={styles.pane} style={{ aspectRatio: `${width} / ${height}` }} aria-hidden={isCopy}>
              <button
                type="button"
                className={styles.open}
                aria-label={t('HOME.GALLERY.ENLARGE', { name: t(caption) })}
                tabIndex={isCopy ? -1 : 0}
                onKeyUp={({ key }) => {
                  if (key === 'Tab') show(position)
                }}
                onClick={() => setEnlarged(position % count)}
              >
                <Picture {...scene} alt="" sizes={`${tablet} 60vw, 100vw`} className={styles.picture} />
              </button>
            </li>
          )
        })}
      </ul>
      {enlarged !== null && (
        <Lightbox
          images={galleryPictures.map(({ scene, caption }) => ({ ...scene, alt: t(caption) }))}
          index={enlarged}
          onIndex={setEnlarged}
          onClose={() => {
            show(enlarged)
            setEnlarged(null)
          }}
        />
      )}
    </section>
  )
}
