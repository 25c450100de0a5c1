import type { KeyboardEvent } from 'react'
import { classes } from '@shared/components/classes'
import type { Built } from '@shared/rules/evaluate'
import styles from '@/components/design/Elevation.module.css'
import type { Scale } from '@/components/design/scale'

interface BayButtonsProps {
  built: Built
  scale: Scale
  chosen: number
  nameOf: (bay: number) => string
  onPick: (bay: number) => void
}

/** The bays as buttons in the drawing, with their numbers below; the arrow keys move between them. */
export function BayButtons({ built: { layout }, scale, chosen, nameOf, onPick }: BayButtonsProps) {
  const onKeyDown = (bay: number) => (event: KeyboardEvent<SVGGElement>) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onPick(bay)
    }
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const sibling = by === 1 ? event.currentTarget.nextElementSibling : event.currentTarget.previousElementSibling
    if (sibling instanceof SVGElement) sibling.focus()
  }
  return (
    <g>
      {layout.bays.map(({ index, x, width }) => {
        const isChosen = index === chosen
        const centre = scale.x(x + width / 2)
        const half = layout.board / 2
        return (
          // A button of HTML cannot stand in a drawing.
          <g
            key={index}
            role="button"
            tabIndex={0}
            className={classes(styles.bay, isChosen && styles.chosen)}
            aria-pressed={isChosen}
            aria-label={nameOf(index)}
            onClick={() => onPick(index)}
            onKeyDown={onKeyDown(index)}
          >
            <rect
              className={styles.field}
              x={scale.x(x - half)}
              y={scale.y(layout.height)}
              width={scale.length(width + layout.board)}
              height={scale.length(layout.height - layout.baseHeight)}
            />
            <rect className={styles.plate} x={centre - 14} y={scale.y(0) + 9} width={28} height={24} rx={2} />
            <text className={styles.number} x={centre} y={scale.y(0) + 26} textAnchor="middle">
              {index + 1}
            </text>
          </g>
        )
      })}
    </g>
  )
}
