import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMeasures } from '@shared/measures'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { frontOf, sizesOf } from '@/lib/quote/sizes'
import { useOwnMeasures } from './own-measures'
import { ceilings, formatCentimetres, roomPiece, type Ceiling } from './room'
import styles from './Room.module.css'
import { RoomDrawing } from './RoomDrawing'

/** The piece to scale in a room, in its standard size or in the visitor's; renders nothing if its size or its front is not known. */
export function Room({ product }: { product: Product }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const [ceiling, setCeiling] = useState<Ceiling>(270)
  const [isOwnChosen, setOwnChosen] = useState(false)
  const standard = sizesOf(product).own
  const own = useOwnMeasures(product.id, standard)
  const ownPiece = roomPiece(product, own)
  const isOwn = isOwnChosen && ownPiece !== null
  const measures = isOwn ? own : standard
  const piece = isOwn ? ownPiece : roomPiece(product, standard)
  const front = frontOf(product)
  if (piece === null || measures === null || front === null) return null
  const format = (value: number) => formatCentimetres(value, language)
  const left = ceiling - piece.height
  return (
    <section className={`section ${styles.section ?? ''}`} aria-labelledby={`${id}-title`}>
      <div className={styles.room}>
        <RoomDrawing piece={piece} front={front} ceiling={ceiling} labelledBy={`${id}-says`} />
      </div>
      <div className={styles.side}>
        <h2 id={`${id}-title`}>{t('PRODUCT.ROOM')}</h2>
        <p id={`${id}-says`} role="status" className={left < 0 ? styles.tooTall : 'second'}>
          {ownPiece !== null && `${formatMeasures(measures, language)}. `}
          {left < 0
            ? t('PRODUCT.TOO_TALL', { ceiling, more: format(-left) })
            : t('PRODUCT.ROOM_SAYS', { height: format(piece.height), ceiling, left: format(left) })}
        </p>
        {ownPiece !== null && (
          <Choices
            legend={t('QUOTE.SIZE')}
            choices={[
              [false, t('QUOTE.SIZE_STANDARD')],
              [true, t('QUOTE.SIZE_OWN')],
            ]}
            chosen={isOwn}
            onChoose={setOwnChosen}
          />
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
