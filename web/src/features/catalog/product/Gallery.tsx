import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@/components/IconButton'
import { openedPart } from '@/components/part'
import { Picture } from '@/components/Picture'
import type { ProductImage } from '@/lib/api/types'
import { imageWidths } from '@/lib/image'
import styles from './Gallery.module.css'
import { MainPicture } from './MainPicture'

const Lightbox = openedPart(
  () => import('@/components/Lightbox'),
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
  const [enlarged, setEnlarged] = useState(false)
  const [drawingMissing, setDrawingMissing] = useState(false)
  const drawingUrl = drawingMissing ? null : drawing
  const drawingShown = drawingUrl !== null && selected === images.length
  const shown = images[selected] ?? images[0]
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
                <Picture src={image.imageUrl} alt="" width={96} height={96} sizes="88px" />
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
      <div className={styles.main}>
        {drawingShown ? (
          <img className={styles.drawing} src={drawingUrl} alt={drawingName} width={960} height={960} />
        ) : (
          <MainPicture image={shown} name={name} smaller={selected === smaller.index ? smaller.url : undefined} />
        )}
        {(drawingShown || shown !== undefined) && (
          <IconButton label={t('PRODUCT.ENLARGE')} className={styles.enlarge} onClick={() => setEnlarged(true)}>
            <Maximize2 size={20} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {enlarged && (
        <Lightbox
          images={[
            ...images.map((image) => ({ src: image.imageUrl, alt: name, widths: imageWidths(image) })),
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
