import { useState, type CSSProperties } from 'react'
import { pictureSources } from '@/lib/image'
import { classes } from './classes'
import { Mark } from './Mark'
import styles from './Picture.module.css'

interface PictureProps {
  /** Address from the API; nothing shows the mark. */
  src: string | null | undefined
  alt: string
  /** Own size in pixels, so that nothing moves when it arrives. */
  width: number
  height: number
  sizes: string
  /** Widths of the files that lie beside this one; by default those of products. */
  widths?: readonly number[] | undefined
  /** Shown in the box until the picture is there: a CSS colour or a tiny picture as a data address. */
  placeholder?: string | null | undefined
  /** Another crop for phones. */
  narrow?: { src: string; width: number; height: number; widths?: readonly number[] } | undefined
  /** For the picture that the page is opened for; others wait until they come near. */
  eager?: boolean
  className?: string | undefined
}

const narrowScreen = '(max-width: 599px)'

/** A picture in its box; where it fails, the mark stands in its place. */
export function Picture(props: PictureProps) {
  // A new address is a new try.
  return <Loaded key={props.src} {...props} />
}

function waiting(placeholder: string | null | undefined): CSSProperties | undefined {
  if (!placeholder) return undefined
  return placeholder.startsWith('data:')
    ? { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover' }
    : { backgroundColor: placeholder }
}

function Loaded(props: PictureProps) {
  const { src, alt, width, height, sizes, widths, placeholder, narrow, eager = false, className } = props
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
  const cropSize = { media: narrowScreen, width: narrow?.width, height: narrow?.height }
  return (
    <picture className={classes(styles.box, className)} style={waiting(placeholder)}>
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
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        // What the first view shows already is not taken away for the moment that decoding takes.
        decoding={eager ? 'sync' : 'async'}
        onError={() => setFailed(true)}
      />
    </picture>
  )
}
