import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMeasures, type Measures } from '@shared/measures'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { fitOf } from '@/lib/niche/fit'
import { frontOf, sizesOf } from '@/lib/quote/sizes'
import { useNiche } from '@/stores/niche'
import { useOwnMeasures } from './own-measures'
import { ceilings, formatCentimetres, roomNiche, roomPiece, type Ceiling } from './room'
import styles from './Room.module.css'
import { RoomDrawing } from './RoomDrawing'

type Size = 'standard' | 'own' | 'niche'

/** The sizes to show a product in: its standard one, the visitor's, and as it stands in the visitor's niche. */
function useSizes(product: Product) {
  const standard = sizesOf(product).own
  const own = useOwnMeasures(product.id, standard)
  const niche = useNiche((state) => state.niche)
  const fit = niche === null ? null : fitOf(product, niche)
  const inNiche = fit === null || fit.kind === 'too-large' ? null : fit.piece
  const measures: Record<Size, Measures | null> = { standard, own, niche: inNiche }
  const known = (['standard', 'own', 'niche'] as const).filter((size) => roomPiece(product, measures[size]) !== null)
  return { measures, known, niche: inNiche === null ? null : niche }
}

/** The piece to scale in a room, in its standard size, the visitor's, or in the visitor's niche; renders nothing if its size or its front is not known. */
export function Room({ product }: { product: Product }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const [ceiling, setCeiling] = useState<Ceiling>(270)
  const [chosen, setChosen] = useState<Size | null>(null)
  const { measures: all, known, niche } = useSizes(product)
  // A niche is what the visitor has come with.
  const size = known.find((candidate) => candidate === (chosen ?? 'niche')) ?? 'standard'
  const measures = all[size]
  const piece = roomPiece(product, measures)
  const front = frontOf(product)
  if (piece === null || measures === null || front === null) return null
  const format = (value: number) => formatCentimetres(value, language)
  const left = ceiling - piece.height
  const sizeTexts = { standard: t('QUOTE.SIZE_STANDARD'), own: t('QUOTE.SIZE_OWN'), niche: t('NICHE.IN_ROOM') }
  return (
    <section className={`section ${styles.section ?? ''}`} aria-labelledby={`${id}-title`}>
      <div className={styles.room}>
        <RoomDrawing
          piece={piece}
          front={front}
          niche={size === 'niche' && niche !== null ? roomNiche(niche) : null}
          ceiling={ceiling}
          labelledBy={`${id}-says`}
        />
      </div>
      <div className={styles.side}>
        <h2 id={`${id}-title`}>{t('PRODUCT.ROOM')}</h2>
        <p id={`${id}-says`} role="status" className={left < 0 ? styles.tooTall : 'second'}>
          {known.length > 1 && `${formatMeasures(measures, language)}. `}
          {left < 0
            ? t('PRODUCT.TOO_TALL', { ceiling, more: format(-left) })
            : t('PRODUCT.ROOM_SAYS', { height: format(piece.height), ceiling, left: format(left) })}
        </p>
        {known.length > 1 && (
          <Choices legend={t('QUOTE.SIZE')} choices={known.map((known) => [known, sizeTexts[known]])} chosen={size} onChoose={setChosen} />
        )}
        <Choices
          legend={t('PRODUCT.CEILING')}
          choices={ceilings.map((height) => [height, t('PRODUCT.CENTIMETRES', { value: height })])}
          chosen={ceiling}
          onChoose={setCeiling}
        />
        <p className="small second">{t('PRODUCT.ROOM_SCALE')}</p>
      </div>
    </section>
  )
}

interface ChoicesProps<Value> {
  legend: string
  choices: readonly (readonly [value: Value, label: string])[]
  chosen: Value
  onChoose: (value: Value) => void
}

function Choices<Value>({ legend, choices, chosen, onChoose }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices}>
        {choices.map(([value, label]) => (
          <label key={label} className="chip">
            <input type="radio" name={name} className="visually-hidden" checked={value === chosen} onChange={() => onChoose(value)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
