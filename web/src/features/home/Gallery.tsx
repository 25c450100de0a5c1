import { Pause, Play } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@/components/IconButton'
import { Scene } from '@/components/Scene'
import { SectionTitle } from '@/components/SectionTitle'
import { StepButtons } from '@/components/StepButtons'
import { scene } from '@/lib/scenes/scenes'
import { useMedia } from '@/lib/use-media'
import styles from './Gallery.module.css'
import { galleryPictures } from './gallery-pictures'
import { useLoopStrip } from './use-loop-strip'

const Lightbox = lazy(() => import('@/components/Lightbox'))

const advanceMs = 5_000
const count = galleryPictures.length
/** Twice, so that the strip can go round; only the first round is there for keys and readers. */
const panes = [...galleryPictures, ...galleryPictures]

/** Ten pictures in a strip that goes on by itself, and in full. */
export function Gallery() {
  const { t } = useTranslation()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const { strip, index, step, show } = useLoopStrip(count, !still)
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState(false)
  const [enlarged, setEnlarged] = useState<number | null>(null)
  const running = !paused && !held && !still && enlarged === null

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
            <StepButtons
              previousLabel={t('PRODUCT.PREVIOUS_PICTURE')}
              nextLabel={t('PRODUCT.NEXT_PICTURE')}
              onStep={step}
            />
            {!still && (
              <IconButton
                label={t(paused ? 'HOME.GALLERY.PLAY' : 'HOME.GALLERY.PAUSE')}
                onClick={() => setPaused(!paused)}
              >
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
      {/* While a finger or the focus is on it, the strip stays. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        ref={strip}
        className={styles.strip}
        onTouchStart={() => setHeld(true)}
        onTouchEnd={() => setHeld(false)}
        onTouchCancel={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {panes.map(({ name, caption }, position) => {
          const { width, height } = scene(name)
          const again = position >= count
          return (
            <li key={position} className={styles.pane} style={{ aspectRatio: `${width} / ${height}` }} aria-hidden={again}>
              <button
                type="button"
                className={styles.open}
                aria-label={t('HOME.GALLERY.ENLARGE', { name: t(caption) })}
                tabIndex={again ? -1 : 0}
                onClick={() => setEnlarged(position % count)}
              >
                <Scene name={name} alt="" sizes="(min-width: 600px) 60vw, 100vw" className={styles.picture} />
              </button>
            </li>
          )
        })}
      </ul>
      {enlarged !== null && (
        <Suspense fallback={null}>
          <Lightbox
            images={galleryPictures.map(({ name, caption }) => ({ ...scene(name), alt: t(caption) }))}
            index={enlarged}
            onIndex={setEnlarged}
            onClose={() => {
              show(enlarged)
              setEnlarged(null)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
