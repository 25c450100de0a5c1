import { useId } from 'react'
import { laths } from '@shared/components/Lattice'
import { classes } from '@shared/components/classes'
import type { Built } from '@shared/rules/evaluate'
import { slideBay } from '@shared/rules/bay'
import type { Box, Cells, Door } from '@shared/rules/derivation'
import styles from './Elevation.module.css'
import { grooveOf, slideGripOf } from './grips'
import { Face, rectOf } from './shapes'
import type { Scale } from './scale'

interface FrontsProps {
  built: Built
  scale: Scale
  /** CSS colour of fronts; `undefined` in a line drawing. */
  paint: string | undefined
}

const latticeBox = 24

function LatticePanel({ scale, box, cells: [columns, rows] }: { scale: Scale; box: Box; cells: Cells }) {
  const id = useId()
  const { x, y, width, height } = rectOf(scale, box)
  const cell = { width: width / columns, height: height / rows }
  // A thin line where the cells are small.
  const stroke = Math.round(Math.max(1.1, (latticeBox / cell.width) * 0.55) * 10) / 10
  return (
    <>
      <defs>
        <pattern
          id={id}
          x={x}
          y={y}
          {...cell}
          patternUnits="userSpaceOnUse"
          viewBox={`0 0 ${latticeBox} ${latticeBox}`}
          preserveAspectRatio="none"
        >
          <path d={laths} className={styles.laths} strokeWidth={stroke} />
        </pattern>
      </defs>
      <Face scale={scale} box={box} className={styles.behind} />
      <Face scale={scale} box={box} fill={`url(#${id})`} />
    </>
  )
}

function Shine({ scale, box: [x, y, , dx, dy] }: { scale: Scale; box: Box }) {
  const line = (from: number, to: number, end: number) =>
    `M${scale.x(x + dx * 0.18)} ${scale.y(y + dy * from)}L${scale.x(x + dx * end)} ${scale.y(y + dy * to)}`
  return <path className={styles.shine} d={line(0.3, 0.58, 0.82) + line(0.22, 0.38, 0.52)} />
}

const doorBox = ({ x, y, widthMm, heightMm }: Door): Box => [x, y, 0, widthMm, heightMm, 0]

/** A line where a milled grip is. */
function Groove({ scale, door }: { scale: Scale; door: Door }) {
  const { at, from, length } = grooveOf(door)
  return <path className={styles.grip} d={`M${scale.x(at)} ${scale.y(from)}v${-scale.length(length)}`} />
}

function Slides({ built, scale, paint }: FrontsProps) {
  const { parts, design } = built
  const doors = parts.filter(({ key }) => key === 'slide-door').flatMap(({ boxes }) => boxes)
  const placed = doors.map(({ box, place }) => ({ box, index: Number(place.slice(1)) })).sort((left, right) => left.box[2] - right.box[2])
  return placed.map(({ box, index }) => {
    const isMirror = design.bays[slideBay(design, index)]?.style === 'mirror'
    const { at, from, length } = slideGripOf(box, index)
    return (
      <g key={index}>
        <Face scale={scale} box={box} className={classes(styles.front, isMirror && styles.mirror)} fill={isMirror ? undefined : paint} />
        {isMirror && <Shine scale={scale} box={box} />}
        <path className={styles.slideGrip} d={`M${scale.x(at)} ${scale.y(from)}v${-scale.length(length)}`} />
      </g>
    )
  })
}

/** Doors, lattices and grips. */
export function Fronts({ built, scale, paint }: FrontsProps) {
  const { parts, doors, design } = built
  const boxesOf = (...keys: string[]) => parts.filter(({ key }) => keys.includes(key)).flatMap(({ boxes }) => boxes)
  const lattices = parts.filter(({ key }) => key === 'lattice')
  return (
    <>
      {doors.map((door) => {
        const isMirror = door.style === 'mirror'
        const box = doorBox(door)
        return (
          <g key={`${door.x} ${door.y}`}>
            <Face
              scale={scale}
              box={box}
              className={classes(styles.front, isMirror && styles.mirror)}
              fill={isMirror ? undefined : paint}
            />
            {isMirror && <Shine scale={scale} box={box} />}
          </g>
        )
      })}
      {boxesOf('stile', 'frame-rail').map(({ box }) => (
        <Face key={box.join(' ')} scale={scale} box={box} className={styles.frame} fill={paint} />
      ))}
      {lattices.flatMap(({ boxes, cells }) =>
        boxes.map(({ box }) => cells && <LatticePanel key={box.join(' ')} scale={scale} box={box} cells={cells} />),
      )}
      <Slides built={built} scale={scale} paint={paint} />
      {design.handle === 'groove' && doors.map((door) => <Groove key={`${door.x} ${door.y}`} scale={scale} door={door} />)}
    </>
  )
}
