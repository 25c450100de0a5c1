import { useState } from 'react'
import type { ProductImage } from '@/lib/api/types'
import { pictureSources } from '@/lib/image'
import { classes } from '@shared/components/classes'
import { Mark } from '@shared/components/Mark'
import { phone } from '@shared/media'
import styles from './Picture.module.css'

interface PictureProps {
  /** Picture of the API, whose focal point stays in sight where it is cut; the others are its properties unless given. */
  image?: ProductImage | null | undefined
  /** URL from the API; without one, the mark is shown. */
  src?: string | null | undefined
  alt: string
  /** Intrinsic size in pixels; prevents layout shifts. By default, that of a product picture. */
  width?: number
  height?: number
  sizes: string
  /** Widths of the available files; by default those of products. */
  widths?: readonly number[] | undefined
  /** CSS colour or URL of a smaller image, shown while the picture loads. */
  placeholder?: string | null | undefined
  /** Crop for phones. */
  narrow?: { src: string; width: number; height: number; widths?: readonly number[] } | undefined
  /** Loads with high priority instead of near the viewport. */
  eager?: boolean
  className?: string | undefined
}

/** A responsive picture; if it fails to load, the mark replaces it. */
export function Picture({ image, src = image?.imageUrl, ...props }: PictureProps) {
  // The key resets the failure for a new URL.
  return <PictureElement key={src} src={src} {...image} {...props} />
}

/** The background of a colour or of a small image. */
const background = (placeholder: string) =>
  /^(?:data|https?):/.test(placeholder) ? { backgroundImage: `url("${placeholder}")` } : { backgroundColor: placeholder }

type PictureElementProps = Omit<PictureProps, 'image'> & Pick<ProductImage, 'focusX' | 'focusY'>

function PictureElement(props: PictureElementProps) {
  const { src, alt, width = 960, height = 1200, focusX = 50, focusY = 50 } = props
  const { sizes, widths, placeholder, narrow, eager = false, className } = props
  const [failed, setFailed] = useState(false)
  if (!src || failed) {
    return (
      <span
        className={classes(styles.box, styles.missing, className)}
        {...(alt !== '' && { role: 'img', 'aria-label': alt })}
        data-failed={failed}
      >
        <Mark size={48} />
      </span>
    )
  }
  const picture = pictureSources(src, widths)
  const crop = narrow && pictureSources(narrow.src, narrow.widths)
  const cropSize = { media: phone, width: narrow?.width, height: narrow?.height }
  return (
    <picture className={classes(styles.box, className)} style={placeholder ? background(placeholder) : undefined}>
      {crop?.sources.map((source) => (
        <source key={`narrow ${source.type}`} type={source.type} srcSet={source.srcSet} sizes={sizes} {...cropSize} />
      ))}
      {crop !== undefined && <source key="narrow" srcSet={crop.src} {...cropSize} />}
      {picture.sources.map((source) => (
        <source key={source.type} type={source.type} srcSet={source.srcSet} sizes={sizes} />
      ))}
      <img
        src={picture.src}
        alt={alt}
        width={width}
        height={height}
        style={{ objectPosition: `${focusX ?? 50}% ${focusY ?? 50}%` }}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        // Async decoding would hide for a frame what the first view shows.
        decoding={eager ? 'sync' : 'async'}
        onError={() => setFailed(true)}
      />
    </picture>
  )
}
