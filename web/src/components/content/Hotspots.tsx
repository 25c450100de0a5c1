import { Minus, Plus } from 'lucide-react'
import { useId, useState, type CSSProperties, type ReactNode } from 'react'
import { classes } from '@shared/components/classes'
import styles from './Hotspots.module.css'
import { TextLink } from '@/components/TextLink'

export interface Hotspot {
  /** Position in percent of the picture's size; `narrow` on its phone crop. */
  x: number
  y: number
  narrow: { x: number; y: number }
  title: string
  text: string
  link: { href: string; label: string }
  /** Shows the note left of the point. */
  before?: boolean
}

interface HotspotsProps {
  spots: readonly Hotspot[]
  /** The picture. */
  children: ReactNode
  className?: string | undefined
}

/** Points on a picture with notes; one note is open at a time, Escape closes it. */
export function Hotspots({ spots, children, className }: HotspotsProps) {
  const id = useId()
  const [open, setOpen] = useState<number | null>(0)
  return (
    // Escape does what the button of the open note does.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes(styles.box, className)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(null)
      }}
    >
      {children}
      {spots.map(({ x, y, narrow, title, text, link, before = false }, index) => (
        <div
          key={title}
          className={styles.spot}
          style={
            {
              '--x': `${x}%`,
              '--y': `${y}%`,
              '--narrow-x': `${narrow.x}%`,
              '--narrow-y': `${narrow.y}%`,
            } as CSSProperties
          }
        >
          <button
            type="button"
            className={styles.button}
            aria-label={title}
            aria-expanded={open === index}
            aria-controls={`${id}-${index}`}
            onClick={() => setOpen(open === index ? null : index)}
          >
            {open === index ? (
              <Minus size={20} strokeWidth={1.5} aria-hidden="true" />
            ) : (
              <Plus size={20} strokeWidth={1.5} aria-hidden="true" />
            )}
          </button>
          <div id={`${id}-${index}`} className={classes(styles.note, before && styles.before)} hidden={open !== index}>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
            <TextLink href={link.href} className={styles.link}>
              {link.label}
            </TextLink>
          </div>
        </div>
      ))}
    </div>
  )
}
