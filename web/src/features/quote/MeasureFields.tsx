import { Info } from 'lucide-react'
import { useId, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCentimetres, parseCentimetres, possibleMm, sides, unitName, type Side } from '@shared/measures'
import { Field } from '@shared/components/Field'
import { useLanguage } from '@/lib/i18n/setup'
import { sizesOf } from '@/lib/quote/sizes'
import styles from './MeasureFields.module.css'
import { asTyped, type QuoteForm } from './use-quote-form'

const usualTexts = { widthMm: 'QUOTE.USUAL_WIDTH', heightMm: 'QUOTE.USUAL_HEIGHT', depthMm: 'QUOTE.USUAL_DEPTH' } as const

const stepMm = 10
const largeStepMm = 100

/** Width, height and depth in centimetres. What the workshop usually makes is a hint, never a block. */
export function MeasureFields({ quote: { product, form, field, drawn, values } }: { quote: QuoteForm }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const { usual } = sizesOf(product)
  const unit = unitName(language)

  const range = (side: Side) => {
    if (usual === null) return null
    const [min, max] = usual[side].map((mm) => formatCentimetres(mm, language))
    return { min: min ?? '', max: max ?? '' }
  }
  const isUnusual = (side: Side) => {
    const mm = drawn?.[side]
    if (usual === null || mm === undefined || mm !== parseCentimetres(values[side])) return false
    const [min, max] = usual[side]
    return mm < min || mm > max
  }
  const onKeyDown = (side: Side) => (event: KeyboardEvent) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    const mm = parseCentimetres(form.getValues(side)) ?? drawn?.[side]
    if (direction === undefined || mm === undefined) return
    event.preventDefault()
    const next = mm + direction * (event.shiftKey ? largeStepMm : stepMm)
    const possible = Math.min(possibleMm.max, Math.max(possibleMm.min, next))
    form.setValue(side, formatCentimetres(possible, language), asTyped)
  }

  return (
    <div>
      <div className={styles.row}>
        {sides.map((side) => {
          const limits = range(side)
          return (
            <Field
              key={side}
              {...field(side)}
              className="figures"
              unit={unit}
              hint={limits === null ? undefined : `${limits.min}–${limits.max} ${unit}`}
              describedBy={isUnusual(side) ? `${id}-${side}` : undefined}
              inputMode="decimal"
              autoComplete="off"
              maxLength={7}
              onKeyDown={onKeyDown(side)}
            />
          )
        })}
      </div>
      <div role="status" className={styles.unusual}>
        {sides.filter(isUnusual).map((side) => (
          <p key={side} id={`${id}-${side}`} className={styles.sentence}>
            <Info size={20} strokeWidth={1.5} aria-hidden="true" />
            {t(usualTexts[side], range(side) ?? {})}
          </p>
        ))}
      </div>
    </div>
  )
}
