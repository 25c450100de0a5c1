import { Minus, Plus } from 'lucide-react'
import { useId, useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { parseWhole } from '@shared/forms/whole'
import { IconButton } from '@shared/components/IconButton'
import styles from './QuantityField.module.css'

interface QuantityFieldProps {
  value: number
  onChange: (value: number) => void
  max: number
  /** Called when a number is typed that `onChange` cannot take, and when it is corrected. */
  onValidity?: (isValid: boolean) => void
  /** Name of the counted item, if the page has several fields. */
  of?: string
  disabled?: boolean
  /** The input. */
  ref?: Ref<HTMLInputElement>
}

/** A number input with step buttons, from 1 to `max`. Anything else stays as it was typed, with an error, until it is corrected. */
export default function QuantityField({ value, onChange, max, onValidity, of, disabled = false, ref }: QuantityFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)

  const refuse = (refused: boolean) => {
    if (refused !== isRefused) onValidity?.(!refused)
    setRefused(refused)
  }
  const take = (next: number) => {
    setDraft(null)
    refuse(false)
    if (next !== value) onChange(next)
  }
  const commit = () => {
    if (draft === null) return
    const next = draft.trim() === '' && !isRefused ? value : parseWhole(draft, 1, max)
    if (next === null) refuse(true)
    else take(next)
  }

  const named = (label: string) => (of === undefined ? label : `${label}: ${of}`)
  return (
    <div className={styles.field}>
      <div role="group" aria-label={named(t('PRODUCT.QUANTITY'))} className={styles.frame}>
        <IconButton label={named(t('PRODUCT.LESS'))} disabled={disabled || value <= 1} onClick={() => take(value - 1)}>
          <Minus size={20} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
        <input
          ref={ref}
          className={styles.number}
          inputMode="numeric"
          aria-label={named(t('PRODUCT.QUANTITY'))}
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? id : undefined}
          value={draft ?? String(value)}
          disabled={disabled}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit()
          }}
        />
        <IconButton label={named(t('PRODUCT.MORE'))} disabled={disabled || value >= max} onClick={() => take(value + 1)}>
          <Plus size={20} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
        <span className="visually-hidden" role="status">
          {value > 1 ? value : ''}
        </span>
      </div>
      {isRefused && (
        <p id={id} role="alert" className={styles.error}>
          {t('PRODUCT.QUANTITY_RANGE', { max })}
        </p>
      )}
    </div>
  )
}
