import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wide as wideScreen } from '@shared/media'
import { IconButton } from '@shared/components/IconButton'
import { openedPart } from '@/components/part'
import { Picture } from '@/components/Picture'
import type { ProductImage } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { imageWidths } from '@/lib/image'
import { useMedia } from '@/lib/use-media'
import styles from './Gallery.module.css'
import { imageAlt, MainPicture } from './MainPicture'
import { PictureStrip } from './PictureStrip'

const Lightbox = openedPart(
  () => import('@/components/lightbox/Lightbox'),
  ({ onClose }) => onClose(),
)

interface GalleryProps {
  images: readonly ProductImage[]
  /** URL of the dimension drawing, shown after the pictures if the file exists. */
  drawing: string | null
  name: string
  /** A picture in a smaller size that the visitor has seen already, if any. */
  smaller: { index: number; url: string | undefined }
  selected: number
  onSelect: (index: number) => void
}

/** The main picture and its thumbnails. */
export function Gallery({ images, drawing, name, smaller, selected, onSelect }: GalleryProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isWide = useMedia(wideScreen)
  const [enlarged, setEnlarged] = useState(false)
  const [drawingMissing, setDrawingMissing] = useState(false)
  const drawingUrl = drawingMissing ? null : drawing
  const drawingShown = drawingUrl !== null && selected === images.length
  const shown = images[selected] ?? images[0]
  const hasPicture = drawingShown || shown !== undefined
  const enlarge = () => setEnlarged(hasPicture)
  const drawingName = t('PRODUCT.DRAWING', { name })
  return (
    <div className={styles.gallery}>
      {images.length + Number(drawingUrl !== null) > 1 && (
        <ul className={styles.thumbnails} aria-label={t('PRODUCT.PICTURES')}>
          {images.map((image, index) => (
            <li key={image.imageUrl}>
              <button
                type="button"
                className={styles.thumbnail}
                aria-label={t('PRODUCT.PICTURE', { number: index + 1 })}
                aria-pressed={index === selected}
                onClick={() => onSelect(index)}
              >
                <Picture image={image} alt="" width={96} height={96} sizes="88px" />
              </button>
            </li>
          ))}
          {drawingUrl !== null && (
            <li>
              <button
                type="button"
                className={styles.thumbnail}
                aria-label={drawingName}
                aria-pressed={drawingShown}
                onClick={() => onSelect(images.length)}
              >
                <img src={drawingUrl} alt="" width={96} height={96} onError={() => setDrawingMissing(true)} />
              </button>
            </li>
          )}
        </ul>
      )}
      {/* The button inside does the same for keys. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={styles.main} onClick={enlarge}>
        {!isWide ? (
          <PictureStrip name={name} selected={selected} onSelect={onSelect} onEnlarge={enlarge}>
            {images.map((image, index) => (
              <MainPicture
                key={image.imageUrl}
                image={image}
                name={name}
                smaller={index === smaller.index ? smaller.url : undefined}
                eager={index === smaller.index}
              />
            ))}
            {drawingUrl !== null && (
              <img
                className={styles.drawing}
                src={drawingUrl}
                alt={drawingName}
                width={960}
                height={960}
                loading="lazy"
                onError={() => setDrawingMissing(true)}
              />
            )}
          </PictureStrip>
        ) : drawingShown ? (
          <img className={styles.drawing} src={drawingUrl} alt={drawingName} width={960} height={960} />
        ) : (
          <MainPicture image={shown} name={name} smaller={selected === smaller.index ? smaller.url : undefined} />
        )}
        {hasPicture && (
          <IconButton label={t('PRODUCT.ENLARGE')} className={styles.enlarge}>
            <Maximize2 size={20} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {enlarged && (
        <Lightbox
          images={[
            ...images.map((image) => ({ src: image.imageUrl, alt: imageAlt(image, name, language), widths: imageWidths(image) })),
            ...(drawingUrl === null ? [] : [{ src: drawingUrl, alt: drawingName }]),
          ]}
          index={selected}
          onIndex={onSelect}
          onClose={() => setEnlarged(false)}
        />
      )}
    </div>
  )
}
