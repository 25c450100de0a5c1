import { Minus, Plus } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classes } from '@shared/components/classes'
import { IconButton } from '@shared/components/IconButton'
import { paletteColours } from '@shared/palette/palette'
import swatches from '@/components/choices/Swatches.module.css'
import { useDesignTexts } from '@/lib/design/design-texts'
import styles from './controls.module.css'

interface RowProps {
  label: string
  hint?: string | undefined
  children: ReactNode
}

/** A named control in a list of such. */
export function Row({ label, hint, children }: RowProps) {
  return (
    <div className={styles.row}>
      <p className={styles.name}>
        {label}
        {hint !== undefined && <span className="small second">{hint}</span>}
      </p>
      {children}
    </div>
  )
}

interface StepperProps extends Omit<RowProps, 'children'> {
  value: number
  least: number
  most: number
  onStep: (by: 1 | -1) => void
}

/** A count with buttons for one fewer and one more. */
export function Stepper({ label, hint, value, least, most, onStep }: StepperProps) {
  const { t } = useDesignTexts()
  return (
    <Row label={label} hint={hint}>
      <div role="group" aria-label={label} className={styles.stepper}>
        <IconButton label={t('less', { name: label })} disabled={value <= least} onClick={() => onStep(-1)}>
          <Minus size={20} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
        <output className={classes(styles.value, 'figures')}>{value}</output>
        <IconButton label={t('more', { name: label })} disabled={value >= most} onClick={() => onStep(1)}>
          <Plus size={20} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </div>
    </Row>
  )
}

interface ChoiceProps<Value extends string> {
  legend: string
  choices: readonly (readonly [value: Value, label: string])[]
  chosen: Value
  onChoose: (value: Value) => void
  /** Choices of equal width in one row. */
  isEven?: boolean
}

/** One choice of a few. */
export function Choice<Value extends string>({ legend, choices, chosen, onChoose, isEven = false }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={classes(styles.choices, isEven && styles.even)}>
        {choices.map(([value, label]) => (
          <label key={value} className="chip">
            <input type="radio" name={name} className="visually-hidden" checked={value === chosen} onChange={() => onChoose(value)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface FinishChoiceProps<Slug extends string> {
  legend: string
  slugs: readonly Slug[]
  chosen: Slug
  onChoose: (slug: Slug) => void
}

/** Colours of the palette, with the name of the chosen one. */
export function FinishChoice<Slug extends string>({ legend, slugs, chosen, onChoose }: FinishChoiceProps<Slug>) {
  const { language } = useDesignTexts()
  const name = useId()
  const colours = paletteColours(slugs)
  return (
    <fieldset>
      <legend className={swatches.legend}>
        {legend}: <b>{colours.find(({ slug }) => slug === chosen)?.names[language]}</b>
      </legend>
      <div className={swatches.row}>
        {slugs.map((slug) => {
          const colour = colours.find((candidate) => candidate.slug === slug)
          if (colour === undefined) return null
          return (
            <label key={slug} className={swatches.option}>
              <input type="radio" name={name} className="visually-hidden" checked={slug === chosen} onChange={() => onChoose(slug)} />
              <svg className={swatches.colour} aria-hidden="true">
                <rect width="100%" height="100%" fill={colour.swatch} />
              </svg>
              <span className="visually-hidden">{colour.names[language]}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
