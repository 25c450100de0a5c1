import { useState, type KeyboardEvent } from 'react'
import { Field } from '@shared/components/Field'
import { formatCentimetres, parseCentimetres, unitName } from '@shared/measures'
import { useDesignTexts } from '@/lib/design/design-texts'

interface MeasureFieldProps {
  label: string
  isLabelHidden?: boolean
  /** `null` shows an empty field. */
  mm: number | null
  /** Measures that can be taken, in millimetres. */
  range: readonly [number, number]
  hint?: string | undefined
  /** Marks the field: its measure cannot be built. */
  isWrong?: boolean
  /** Called with what is typed; `null` for an emptied field. */
  onMm: (mm: number | null) => void
}

const stepMm = 10
const largeStepMm = 100

/** A measure in centimetres. What is typed stays in the field, also where it is no measure. */
export function MeasureField({ label, isLabelHidden = false, mm, range: [least, most], hint, isWrong = false, onMm }: MeasureFieldProps) {
  const { t, language } = useDesignTexts()
  const [draft, setDraft] = useState<string | null>(null)
  const typed = draft === null ? mm : parseCentimetres(draft)
  const isNumber = draft === null || draft.trim() === '' || (typed !== null && typed >= least && typed <= most)
  const take = (text: string) => {
    setDraft(text)
    const value = parseCentimetres(text)
    if (text.trim() === '') onMm(null)
    else if (value !== null && value >= least && value <= most) onMm(value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (direction === undefined || mm === null) return
    event.preventDefault()
    setDraft(null)
    onMm(Math.min(most, Math.max(least, mm + direction * (event.shiftKey ? largeStepMm : stepMm))))
  }
  return (
    <Field
      label={label}
      isLabelHidden={isLabelHidden}
      className="figures"
      unit={unitName(language)}
      inputMode="decimal"
      autoComplete="off"
      maxLength={6}
      value={draft ?? (mm === null ? '' : formatCentimetres(mm, language))}
      error={isNumber ? undefined : t('not-number')}
      hint={hint}
      data-wrong={isWrong || undefined}
      onChange={({ target }) => take(target.value)}
      onBlur={() => {
        if (isNumber) setDraft(null)
      }}
      onKeyDown={onKeyDown}
    />
  )
}
