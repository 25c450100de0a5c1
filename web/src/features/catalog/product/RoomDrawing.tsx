import type { CSSProperties } from 'react'
import { drawFront, type Front } from '@shared/drawing/piece'
import { useLanguage } from '@/lib/i18n/setup'
import { formatCentimetres, type Ceiling, type RoomNiche, type RoomPiece } from './room'
import styles from './Room.module.css'

interface RoomDrawingProps {
  piece: RoomPiece
  front: Front
  /** The walls around the piece, which stands in the middle between them. */
  niche: RoomNiche | null
  ceiling: Ceiling
  /** Id of the sentence that says the same. */
  labelledBy: string
}

/** Centimetres: where the piece stands, the space at its right for its height, and the least width and height of the room. */
const leftSpace = 250
const rightSpace = 84
/** Of a niche. */
const wallThickness = 20
const minWidth = 520
const minHeight = 310
const floorDepth = 42
const legHeight = 8

const person =
  'M-4.5-150C-4.5-144-10-143-18-140C-23-138-24-132-25-124L-28-84C-28.5-78-27-74-25-74C-23-74-22.5-78-22-82L-18-118L-16-104L-18-84L-14-44L-13-4C-15-2-17-1-17 0L-5 0L-4-44L0-80L4-44L5 0L17 0C17-1 15-2 13-4L14-44L18-84L16-104L18-118L22-82C22.5-78 23-74 25-74C27-74 28.5-78 28-84L25-124C24-132 23-138 18-140C10-143 4.5-144 4.5-150Z'

/** The walls of a niche from the floor to the ceiling, and what is above it. */
function nicheWalls({ height }: RoomNiche, left: number, right: number, ceiling: Ceiling): string {
  const wall = (x: number) => `M${String(x)} 0v${String(-ceiling)}h${String(wallThickness)}v${String(ceiling)}Z`
  const above =
    height === null || height >= ceiling ? '' : `M${String(left)} ${String(-ceiling)}H${String(right)}V${String(-height)}H${String(left)}Z`
  return wall(left - wallThickness) + wall(right) + above
}

/** The front of a piece in a room beside a door and a person, all in centimetres to one scale. */
export function RoomDrawing({ piece: { width, height }, front, niche, ceiling, labelledBy }: RoomDrawingProps) {
  const language = useLanguage()
  const beside = niche === null ? 0 : Math.max(0, (niche.width - width) / 2)
  const pieceX = leftSpace + beside
  const end = pieceX + width + beside
  const roomWidth = Math.max(minWidth, end + rightSpace)
  const top = Math.max(minHeight, height + 10)
  const right = end + (niche === null ? 14 : wallThickness + 14)
  const legs = front.legs === true ? legHeight : 0
  const face = { x: pieceX, y: -height, width, height: height - legs }
  const left = ceiling - height
  // Its front has all of its outline.
  const isKitchen = front.kind === 'kitchen'
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 ${String(-top)} ${String(roomWidth)} ${String(top + floorDepth)}`}
      role="img"
      aria-labelledby={labelledBy}
      style={{ '--unit': roomWidth / minWidth } as CSSProperties}
    >
      <rect className={styles.floor} width={roomWidth} height={floorDepth} />
      <path className={styles.wall} d={`M0 0H${String(roomWidth)}M0 ${String(-ceiling)}H${String(roomWidth)}`} />
      <path className={styles.door} d="M40 0V-205H120V0M46 0V-199H114V0" />
      <circle className={styles.door} cx="107" cy="-100" r="2.4" />
      <g className={styles.person} transform="translate(176 0)">
        <ellipse cx="0" cy="-158.5" rx="8" ry="11.5" />
        <path d={person} />
      </g>
      {niche !== null && <path className={styles.niche} d={nicheWalls(niche, leftSpace, end, ceiling)} />}
      {!isKitchen && <rect className={styles.piece} {...face} />}
      {legs > 0 && <path className={styles.wall} d={[6, width - 6].map((at) => `M${String(pieceX + at)} 0v${String(-legs)}`).join('')} />}
      <path className={isKitchen ? styles.piece : styles.wall} d={drawFront(front, height * 10, face)} />
      <path
        className={styles.measures}
        d={`M${String(right)} 0V${String(-height)}m-4 0h8M${String(right - 4)} 0h8M${String(pieceX)} 12h${String(width)}m0-4v8M${String(pieceX)} 8v8`}
      />
      {left > 0 && <path className={styles.measures} d={`M${String(right)} ${String(-height)}V${String(-ceiling)}m-4 0h8`} />}
      <text x={right + 9} y={-height / 2 + 4}>
        {formatCentimetres(height, language)}
      </text>
      {left >= 20 && (
        <text x={right + 9} y={-(height + ceiling) / 2 + 4}>
          {formatCentimetres(left, language)}
        </text>
      )}
      <text x={pieceX + width / 2} y="30" textAnchor="middle">
        {formatCentimetres(width, language)}
      </text>
      <text className={styles.second} x="80" y="30" textAnchor="middle">
        205
      </text>
      <text className={styles.second} x="176" y="30" textAnchor="middle">
        170
      </text>
    </svg>
  )
}
