import type { PointerEvent } from 'react'
import type { Built } from '@shared/rules/evaluate'
import { formatCentimetres } from '@shared/measures'
import type { Language } from '@shared/language'
import styles from '@/components/design/Elevation.module.css'
import type { Scale } from '@/components/design/scale'
import { clearHeights } from '../changes'

interface MeasuresProps {
  built: Built
  scale: Scale
  language: Language
}

const tick = 5
const across = (from: number, to: number, y: number) => `M${from} ${y}H${to}M${from} ${y - tick}v${2 * tick}M${to} ${y - tick}v${2 * tick}`
const upright = (from: number, to: number, x: number) => `M${x} ${from}V${to}M${x - tick} ${from}h${2 * tick}M${x - tick} ${to}h${2 * tick}`

type Grip = 'widthMm' | 'heightMm'

const arrows = { widthMm: 'M-3 -4l-4 4l4 4M3 -4l4 4l-4 4', heightMm: 'M-4 -3l4 -4l4 4M-4 3l4 4l4 -4' } as const

interface OuterProps extends MeasuresProps {
  /** Adds the widths of the bays. */
  hasChain: boolean
  /** Called with the measure that a grip is dragged to; absent, there are no grips. */
  onDrag?: ((side: Grip, mm: number) => void) | undefined
}

/** Width and height, with the widths of the bays. */
export function OuterMeasures({ built, scale, language, hasChain, onDrag }: OuterProps) {
  const { design, layout } = built
  const height = design.niche ? design.heightMm : layout.height
  const left = scale.x(-scale.room) - 20
  const chainY = scale.y(0) + 16
  const widthY = chainY + (hasChain ? 32 : 0)
  const right = scale.x(design.widthMm)
  return (
    <g aria-hidden="true">
      {hasChain &&
        layout.bays.map(({ index, x, width }) => (
          <g key={index}>
            <path className={styles.measure} d={across(scale.x(x), scale.x(x + width), chainY)} />
            {scale.length(width) > 34 && (
              <text className={styles.second} x={scale.x(x + width / 2)} y={chainY + 18} textAnchor="middle">
                {formatCentimetres(width, language)}
              </text>
            )}
          </g>
        ))}
      <path className={styles.measure} d={across(scale.x(0), right, widthY)} />
      <text className={styles.text} x={scale.x(design.widthMm / 2)} y={widthY + 19} textAnchor="middle">
        {formatCentimetres(design.widthMm, language)}
      </text>
      <path className={styles.measure} d={upright(scale.y(height), scale.y(0), left)} />
      <text className={styles.text} x={left - 9} y={scale.y(height / 2) + 5} textAnchor="end">
        {formatCentimetres(height, language)}
      </text>
      {onDrag !== undefined && (
        <>
          <DragGrip side="widthMm" x={right} y={widthY} scale={scale} from={design.widthMm} onDrag={onDrag} />
          <DragGrip side="heightMm" x={left} y={scale.y(height)} scale={scale} from={design.heightMm} onDrag={onDrag} />
        </>
      )}
    </g>
  )
}

interface GripProps {
  side: Grip
  x: number
  y: number
  scale: Scale
  /** The measure that the drag begins with, in millimetres. */
  from: number
  onDrag: (side: Grip, mm: number) => void
}

const coarseMm = 10

/** Drags a measure by centimetres, with Shift by millimetres; Esc takes it back. The fields are the way without a pointer. */
function DragGrip({ side, x, y, scale, from, onDrag }: GripProps) {
  const start = (event: PointerEvent<SVGGElement>) => {
    event.preventDefault()
    const isAcross = side === 'widthMm'
    const begin = isAcross ? event.clientX : event.clientY
    const ended = new AbortController()
    const { signal } = ended
    const move = ({ clientX, clientY, shiftKey }: globalThis.PointerEvent) => {
      // The drawing stays centred: an end moves by half of what is added.
      const moved = (isAcross ? (clientX - begin) * 2 : begin - clientY) / scale.factor
      const step = shiftKey ? 1 : coarseMm
      onDrag(side, Math.round((from + moved) / step) * step)
    }
    window.addEventListener('pointermove', move, { signal })
    for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, () => ended.abort(), { signal })
    window.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape') return
        ended.abort()
        onDrag(side, from)
      },
      { signal },
    )
  }
  return (
    <g className={styles.grab} onPointerDown={start} transform={`translate(${x} ${y})`}>
      <rect x={-22} y={-22} width={44} height={44} className={styles.target} />
      <rect x={-12} y={-12} width={24} height={24} rx={2} className={styles.knob} />
      <path d={arrows[side]} className={styles.arrows} />
    </g>
  )
}

/** Clear heights of one bay, beside the drawing. */
export function ClearHeights({ built, scale, language, bay }: MeasuresProps & { bay: number }) {
  const { design } = built
  const x = scale.x(design.widthMm + scale.room) + 16
  return (
    <g aria-hidden="true">
      {clearHeights(design, bay).map(({ from, to }) => (
        <g key={from}>
          <path className={styles.measure} d={upright(scale.y(to), scale.y(from), x)} />
          {scale.length(to - from) > 13 && (
            <text className={styles.second} x={x + 8} y={scale.y((from + to) / 2) + 4.5}>
              {formatCentimetres(to - from, language)}
            </text>
          )}
        </g>
      ))}
    </g>
  )
}
