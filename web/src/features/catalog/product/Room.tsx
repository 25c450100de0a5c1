import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { ceilings, formatCentimetres, roomPiece, type Ceiling } from './room'
import styles from './Room.module.css'
import { RoomDrawing } from './RoomDrawing'

/** The piece to scale in a room; renders nothing if its size is not known. */
export function Room({ product }: { product: Product }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const [ceiling, setCeiling] = useState<Ceiling>(270)
  const piece = roomPiece(product)
  if (piece === null) return null
  const format = (value: number) => formatCentimetres(value, language)
  const left = ceiling - piece.height
  return (
    <section className={`section ${styles.section ?? ''}`} aria-labelledby={`${id}-title`}>
      <div className={styles.room}>
        <RoomDrawing piece={piece} front={product.front ?? null} ceiling={ceiling} labelledBy={`${id}-says`} />
      </div>
      <div className={styles.side}>
        <h2 id={`${id}-title`}>{t('PRODUCT.ROOM')}</h2>
        <p id={`${id}-says`} role="status" className={left < 0 ? styles.tooTall : 'second'}>
          {left < 0
            ? t('PRODUCT.TOO_TALL', { ceiling, more: format(-left) })
            : t('PRODUCT.ROOM_SAYS', { height: format(piece.height), ceiling, left: format(left) })}
        </p>
        <fieldset>
          <legend className={styles.legend}>{t('PRODUCT.CEILING')}</legend>
          <div className={styles.choices}>
            {ceilings.map((height) => (
              <label key={height} className={styles.choice}>
                <input
                  type="radio"
                  name={id}
                  className="visually-hidden"
                  checked={height === ceiling}
                  onChange={() => setCeiling(height)}
                />
                {t('PRODUCT.CENTIMETRES', { value: height })}
              </label>
            ))}
          </div>
        </fieldset>
        <p className="small second">{t('PRODUCT.ROOM_SCALE')}</p>
      </div>
    </section>
  )
}
