import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { classes } from '@shared/components/classes'
import { paletteColours } from '@shared/palette/palette'
import { stepPath } from '@/lib/design/address'
import { bandOfPieces } from '@/lib/design/bands'
import { useLanguage } from '@/lib/i18n/setup'
import { designName } from './names'
import styles from './Row.module.css'
import { RowFrame, type RowControls } from './RowFrame'
import type { DesignRow } from './use-pieces'

/** A design from the front and from inside, in words and with its price band. */
export function DesignedRow({ row, ...controls }: RowControls & { row: DesignRow }) {
  const { t } = useTranslation()
  const { piece, design, lost } = row
  const name = designName(t, row)
  return (
    <RowFrame
      {...controls}
      piece={piece}
      picture={
        <div className={classes(styles.picture, styles.designed)}>
          {design !== null && <design.reader.DesignDrawing built={design.read.built} />}
        </div>
      }
      drawing={
        <div className={classes(styles.drawing, styles.designed)}>
          {design !== null && <design.reader.DesignDrawing built={design.read.built} isOpen />}
        </div>
      }
      name={design === null ? name : <Link href={stepPath('summary', piece.design)}>{name}</Link>}
      facts={design !== null && <Facts design={design} />}
      problem={
        <>
          {lost !== null && <p className={styles.gone}>{t('SELECTION.DESIGN_GONE')}</p>}
          <RefusalText row={row} />
        </>
      }
      price={<Price row={row} />}
    />
  )
}

function Facts({ design: { read } }: { design: NonNullable<DesignRow['design']> }) {
  const language = useLanguage()
  const colours = paletteColours([...new Set([read.built.design.fronts, read.built.design.body])])
  return (
    <>
      <p className={styles.size}>{read.facts.join(', ')}</p>
      {colours.map(({ swatch, names }) => (
        <p key={names.en} className={styles.colour}>
          <span className={styles.swatch} style={{ backgroundColor: swatch }} />
          {names[language]}
        </p>
      ))}
      <ul className={styles.bays}>
        {read.bays.map((bay) => (
          <li key={bay}>{bay}</li>
        ))}
      </ul>
    </>
  )
}

/** Why the service refused the design. */
function RefusalText({ row: { design, refusal, piece } }: { row: DesignRow }) {
  const { t } = useTranslation()
  if (refusal === null || design === null) return null
  const { NewPrices } = design.reader
  if (refusal.kind === 'price-changed') {
    const before = refusal.of === null ? null : bandOfPieces(refusal.of, piece.quantity)
    return (
      <div className={styles.renewed}>
        <NewPrices before={before} now={bandOfPieces(refusal.band, piece.quantity)} />
      </div>
    )
  }
  const reasons = refusal.reasons.length === 0 ? [t('DESIGN.IMPOSSIBLE')] : refusal.reasons
  return reasons.map((reason) => (
    <p key={reason} className={styles.gone}>
      {reason}
    </p>
  ))
}

function Price({ row: { design, band, query, piece } }: { row: DesignRow }) {
  if (design === null) return null
  const { BandRange, BandText } = design.reader
  return (
    <p className={classes(styles.price, 'figures')}>
      {band === null ? <BandText evaluation={design.read.built} query={query} /> : <BandRange band={bandOfPieces(band, piece.quantity)} />}
    </p>
  )
}
