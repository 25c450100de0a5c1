import { useState } from 'react'
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
  /** For the picture that the page is opened for; others wait until they come near. */
  eager?: boolean
  className?: string | undefined
}

/** A picture in its box; where it fails, the mark stands in its place. */
export function Picture(props: PictureProps) {
  // A new address is a new try.
  return <Loaded key={props.src} {...props} />
}

function Loaded({ src, alt, width, height, sizes, eager = false, className }: PictureProps) {
  const [failed, setFailed] = useState(false)
  if (!src || failed) {
    return (
      <span className={classes(styles.box, styles.missing, className)} role="img" aria-label={alt} data-failed={failed}>
        <Mark size={48} />
      </span>
    )
  }
  const picture = pictureSources(src)
  return (
    <picture className={classes(styles.box, className)}>
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
        decoding="async"
        onError={() => setFailed(true)}
      />
    </picture>
  )
}
