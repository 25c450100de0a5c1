import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@shared/components/Field'
import type { TextKey } from '@shared/text-key'
import { parseRange, type Range, type RangeErrors } from './range'
import styles from './RangeFields.module.css'

interface RangeFieldsProps extends Range {
  maxDigits: number
  /** Shown in empty fields. */
  bounds: Range | undefined
  /** Text keys of the errors. */
  errorTexts: Record<'number' | 'order', TextKey>
  /** Applies valid numbers as they are typed; by default on Enter and when the focus leaves the fields. */
  live: boolean
  onChange: (range: Range) => void
}

const fieldText = (value: number | null | undefined) => value?.toString() ?? ''

/** The lowest and the highest number of a filter. */
export function RangeFields({ min, max, maxDigits, bounds, errorTexts, live, onChange }: RangeFieldsProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [texts, setTexts] = useState({ min: fieldText(min), max: fieldText(max) })
  const [errors, setErrors] = useState<RangeErrors>({})
  const [known, setKnown] = useState<Range>({ min, max })

  // A change from elsewhere, such as a removed chip.
  if (known.min !== min || known.max !== max) {
    setKnown({ min, max })
    setTexts({ min: fieldText(min), max: fieldText(max) })
    setErrors({})
  }

  const apply = (range: Range) => {
    if (range.min === known.min && range.max === known.max) return
    setKnown(range)
    onChange(range)
  }
  const check = () => {
    const parsed = parseRange(texts.min, texts.max, maxDigits)
    if ('errors' in parsed) setErrors(parsed.errors)
    else apply(parsed.range)
  }
  const onType = (typed: Partial<typeof texts>) => {
    const next = { ...texts, ...typed }
    setTexts(next)
    setErrors({})
    const parsed = parseRange(next.min, next.max, maxDigits)
    if (live && 'range' in parsed) apply(parsed.range)
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (box.current?.contains(relatedTarget) !== true) check()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') check()
  }

  const field = (bound: keyof Range, label: string) => {
    const error = errors[bound]
    return (
      <Field
        label={label}
        inputMode="numeric"
        autoComplete="off"
        value={texts[bound]}
        placeholder={fieldText(bounds?.[bound])}
        error={error && t(errorTexts[error])}
        onChange={(event) => onType({ [bound]: event.target.value })}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      />
    )
  }
  return (
    <div ref={box} className={styles.row}>
      {field('min', t('SHOP.PRICE_FROM'))}
      {field('max', t('SHOP.PRICE_TO'))}
    </div>
  )
}
