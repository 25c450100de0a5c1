import type { ReactNode } from 'react'
import { paletteColours } from '@shared/palette/palette'
import type { Built } from '@shared/rules/evaluate'
import type { Box, Mark } from '@shared/rules/derivation'
import styles from './Elevation.module.css'
import { Fronts } from './Fronts'
import { isOnDoor } from './grips'
import { Inside } from './Inside'
import { Room } from './Room'
import { Face } from './shapes'
import { scaleOf, type Frame, type Scale } from './scale'

interface ElevationProps {
  built: Built
  frame: Frame
  /** Shows the inside in place of the doors. */
  isOpen?: boolean
  /** Colours the fronts and the body. */
  isPainted?: boolean
  /** Name of the drawing; without one it is decorative. */
  label?: string | undefined
  /** Elements over the drawing. With controls in it, the drawing is a group. */
  over?: ((scale: Scale) => ReactNode) | undefined
  hasControls?: boolean
}

const swatchOf = (slug: string): string | undefined => paletteColours([slug])[0]?.swatch

function Grip({ scale, mark, fill, isKnob }: { scale: Scale; mark: Mark; fill: string | undefined; isKnob: boolean }) {
  const [x, y, z, dx, dy, dz] = mark.box
  if (isKnob) {
    const radius = Math.max(2, scale.length(dx / 2))
    return <circle className={styles.handle} cx={scale.x(x + dx / 2)} cy={scale.y(y + dy / 2)} r={radius} fill={fill} />
  }
  // A thin bar stays visible.
  const least = Math.max(dx, 1.6 / scale.factor)
  const high = Math.max(dy, 1.6 / scale.factor)
  return <Face scale={scale} box={[x, y, z, least, high, dz]} className={styles.handle} fill={fill} />
}

/** The furniture from the front, from the boxes of the rules. */
export function Elevation({ built, frame, isOpen = false, isPainted = false, label, over, hasControls = false }: ElevationProps) {
  const { design, layout, parts, marks, doors } = built
  const scale = scaleOf(built, frame)
  const paint = isPainted ? swatchOf(design.fronts) : undefined
  const body = isPainted ? swatchOf(design.body) : undefined
  const metal = isPainted ? swatchOf(design.metal) : undefined
  const boxesOf = (keys: readonly string[]) => parts.filter(({ key }) => keys.includes(key)).flatMap(({ boxes }) => boxes)
  const outline: Box = [layout.x0, layout.baseHeight, 0, layout.width, layout.height - layout.baseHeight, 0]
  const named = label === undefined ? { 'aria-hidden': true } : { role: hasControls ? 'group' : 'img', 'aria-label': label }
  return (
    <svg className={styles.drawing} viewBox={`0 0 ${frame.width} ${frame.height}`} focusable="false" {...named}>
      {frame.hasRoom && <Room built={built} scale={scale} />}
      <Face scale={scale} box={outline} className={isOpen ? styles.open : styles.front} fill={isOpen ? undefined : body} />
      {marks
        .filter(({ kind }) => kind === 'leg')
        .map(({ box }) => (
          <Face key={box.join(' ')} scale={scale} box={box} className={styles.front} />
        ))}
      {boxesOf(['plinth', 'filler-side', 'filler-top']).map(({ box }) => (
        <Face key={box.join(' ')} scale={scale} box={box} className={styles.frame} fill={paint} />
      ))}
      {(isOpen || doors.length < design.bays.length) && !layout.isSliding && <Inside built={built} scale={scale} />}
      {isOpen && layout.isSliding && <Inside built={built} scale={scale} />}
      {boxesOf(['drawer-front']).map(({ box }) => (
        <Face key={box.join(' ')} scale={scale} box={box} className={styles.front} fill={paint} />
      ))}
      {!isOpen && <Fronts built={built} scale={scale} paint={paint} />}
      {marks
        .filter(({ kind, box }) => kind === 'handle' && !(isOpen && doors.some((door) => isOnDoor(box, door))))
        .map((mark) => (
          <Grip key={mark.box.join(' ')} scale={scale} mark={mark} fill={metal} isKnob={design.handle === 'knob'} />
        ))}
      <Face scale={scale} box={outline} className={styles.outline} />
      {over?.(scale)}
    </svg>
  )
}
