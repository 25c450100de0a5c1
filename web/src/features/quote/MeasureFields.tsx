import { Info } from 'lucide-react'
import { useId, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCentimetres, parseCentimetres, possibleMm, sides, unitName, type Side } from '@shared/measures'
import { measuresAround, type MeasuresOf } from '@shared/niche'
import { Field } from '@shared/components/Field'
import { useLanguage } from '@/lib/i18n/setup'
import { sizesOf } from '@/lib/quote/sizes'
import styles from './MeasureFields.module.css'
import { asTyped, type QuoteForm } from './use-quote-form'

const usualTexts = { widthMm: 'QUOTE.USUAL_WIDTH', heightMm: 'QUOTE.USUAL_HEIGHT', depthMm: 'QUOTE.USUAL_DEPTH' } as const

const stepMm = 10
const largeStepMm = 100

/** The least and the greatest measures of the object, in millimetres, in which the workshop usually makes the piece. */
function usualOf(usual: ReturnType<typeof sizesOf>['usual'], of: MeasuresOf) {
  if (usual === null) return null
  const end = (index: 0 | 1) =>
    measuresAround({ widthMm: usual.widthMm[index], heightMm: usual.heightMm[index], depthMm: usual.depthMm[index] }, of)
  return { min: end(0), max: end(1) }
}

/** Width, height and depth in centimetres. What the workshop usually makes is a hint, never a block. */
export function MeasureFields({ quote: { product, form, field, drawn, values } }: { quote: QuoteForm }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const usual = usualOf(sizesOf(product).usual, values.measuresOf)
  const unit = unitName(language)

  const range = (side: Side) => {
    if (usual === null) return null
    return { min: formatCentimetres(usual.min[side], language), max: formatCentimetres(usual.max[side], language) }
  }
  const isUnusual = (side: Side) => {
    const mm = drawn?.[side]
    if (usual === null || mm === undefined || mm !== parseCentimetres(values[side])) return false
    return mm < usual.min[side] || mm > usual.max[side]
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
