import { drawingSize, drawPiece, type Front } from '../drawing/piece'
import type { Language } from '../language'
import { formatCentimetres, sides, type Measures } from '../measures'
import { gaps } from '../niche'
import styles from './PieceOutline.module.css'

interface PieceOutlineProps {
  measures: Measures
  front?: Front | null | undefined
  standard?: Measures | null | undefined
  /** The niche of the piece: drawn around it with the gaps, in place of the standard piece. The numbers are those of the niche. */
  niche?: Measures | null | undefined
  language: Language
  /** Texts beside the sides, in place of their centimetres. */
  texts?: Readonly<Record<keyof Measures, string>> | undefined
  /** Accessible name; empty for a picture whose measures stand beside it, which has no numbers. */
  label: string
}

/** A piece drawn to scale: its own size in ink, the standard one broken over it, or its niche around it. */
export function PieceOutline({ measures, front, standard, niche = null, language, texts, label }: PieceOutlineProps) {
  const bare = label === ''
  const drawing = drawPiece(measures, { front, standard, niche, bare })
  return (
    <svg
      className={styles.drawing}
      data-bare={bare || undefined}
      viewBox={`0 0 ${drawingSize} ${drawingSize}`}
      {...(bare ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {drawing.gap !== '' && <path className={styles.gap} d={drawing.gap} />}
      {drawing.behind !== '' && <path className={styles.face} d={drawing.behind} />}
      {drawing.legs.map((leg) => (
        <rect key={leg.x} className={styles.face} {...leg} />
      ))}
      <path className={styles.side} d={drawing.side} />
      <path className={styles.side} d={drawing.top} />
      <rect className={styles.face} {...drawing.face} />
      <path className={styles.details} d={drawing.details} />
      {drawing.niche !== '' && <path className={styles.niche} d={drawing.niche} />}
      {drawing.standard !== '' && <path className={styles.standard} d={drawing.standard} />}
      {!bare && (
        <>
          <path className={styles.dimensions} d={drawing.dimensions} />
          {sides.map((side) => (
            <text
              key={side}
              className={styles.number}
              {...drawing.numbers[side]}
              textAnchor={side === 'heightMm' ? 'end' : side === 'widthMm' ? 'middle' : 'start'}
            >
              {texts?.[side] ?? formatCentimetres((niche ?? measures)[side], language)}
            </text>
          ))}
          {drawing.gaps.map(({ name, ...at }) => (
            <text key={name} className={styles.gapNumber} {...at} textAnchor="middle">
              {formatCentimetres(name === 'top' ? gaps.top : gaps.side, language)}
            </text>
          ))}
        </>
      )}
    </svg>
  )
}
