import { stackOf } from '@shared/rules/bay'
import type { Built } from '@shared/rules/evaluate'
import styles from './Elevation.module.css'
import { Face } from './shapes'
import type { Scale } from './scale'

interface InsideProps {
  built: Built
  scale: Scale
}

interface Thing {
  x: number
  y: number
  width: number
  height: number
  tone: number
}

const tones = [styles.thing0, styles.thing1, styles.thing2]

/** A generator of numbers from 0 to 1: the same ones for a bay, so that its things stay where they are. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const pick = (random: () => number): number => Math.floor(random() * tones.length)

/** Clothes on the rails of a bay and stacks on its shelves, in millimetres. */
function thingsOf({ design, layout }: Built, index: number): Thing[] {
  const bay = design.bays[index]
  const place = layout.bays[index]
  if (bay === undefined || place === undefined) return []
  const stack = stackOf(layout, bay)
  if (stack.isColumn) return []
  const random = seeded(7 + index * 13)
  const clothes = stack.rails.flatMap((axis, rail) => {
    const floor = rail === 0 ? stack.floor : (stack.rails[0] ?? 0) + 50
    return Array.from({ length: Math.max(0, Math.floor((place.width - 70) / 52)) }, (_, at): Thing | null => {
      if (random() < 0.16) return null
      const height = Math.min(axis - floor - 70, 620 + random() * 420)
      return { x: place.x + 36 + at * 52 + random() * 8, y: axis - 34 - height, width: 30, height, tone: pick(random) }
    }).filter((thing) => thing !== null)
  })
  const levels = [stack.floor, ...stack.shelves.map((shelf) => shelf + layout.board)]
  const stacks = levels.flatMap((floor, level): Thing[] => {
    const top = stack.shelves[level] ?? layout.inside.to
    const hasRail = stack.rails.some((axis) => axis > floor && axis < top) || (level === 0 && bay.rail > 0)
    if (hasRail || top - floor < 130 || random() < 0.18) return []
    const width = Math.min(320, place.width - 160)
    if (width < 60) return []
    const x = place.x + (random() < 0.5 ? 60 : place.width - width - 60)
    if (random() < 0.3) return [{ x, y: floor, width, height: Math.min(190, top - floor - 60), tone: 1 }]
    return Array.from({ length: Math.min(4, Math.floor((top - floor - 40) / 44)) }, (_, layer) => ({
      ...{ x: x + layer * 5, y: floor + 2 + layer * 42, width: width - layer * 10, height: 36 },
      tone: pick(random),
    }))
  })
  return [...clothes, ...stacks]
}

const boards = ['shelf', 'shelf-fixed', 'drawer-top', 'packer', 'divider', 'side', 'bottom', 'top']
const upperBoards = ['upper-side', 'upper-bottom', 'upper-top', 'upper-divider']

/** Boards, rails and things behind the doors. */
export function Inside({ built, scale }: InsideProps) {
  const { parts, marks, layout } = built
  const boxesOf = (keys: readonly string[]) => parts.filter(({ key }) => keys.includes(key)).flatMap(({ boxes }) => boxes)
  return (
    <>
      {layout.bays.flatMap(({ index }) =>
        thingsOf(built, index).map(({ x, y, width, height, tone }) => (
          <Face key={`${x} ${y}`} scale={scale} box={[x, y, 0, width, height, 0]} className={tones[tone]} />
        )),
      )}
      {boxesOf([...boards, ...upperBoards]).map(({ box }) => (
        <Face key={box.join(' ')} scale={scale} box={box} className={styles.board} />
      ))}
      {marks
        .filter(({ kind }) => kind === 'rail')
        .map(({ box: [x, y, , dx] }) => (
          <path key={`${x} ${y}`} className={styles.rail} d={`M${scale.x(x)} ${scale.y(y + 12)}h${scale.length(dx)}`} />
        ))}
      {boxesOf(['inner-front']).map(({ box }) => (
        <Face key={box.join(' ')} scale={scale} box={box} className={styles.front} />
      ))}
    </>
  )
}
