import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@/components/IconButton'
import styles from './QuantityField.module.css'

interface QuantityFieldProps {
  value: number
  onChange: (value: number) => void
  /** Unlimited if absent. */
  max?: number
  /** Name of the counted item, if the page has several fields. */
  of?: string
  disabled?: boolean
}

/** A number input with step buttons, 1 or more. */
export function QuantityField({ value, onChange, max, of, disabled = false }: QuantityFieldProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string | null>(null)

  const commit = () => {
    if (draft !== null && /^[1-9]\d{0,5}$/.test(draft)) {
      const next = Math.min(Number(draft), max ?? Number.POSITIVE_INFINITY)
      if (next !== value) onChange(next)
    }
    setDraft(null)
  }

  const named = (label: string) => (of === undefined ? label : `${label}: ${of}`)
  return (
    <div role="group" aria-label={named(t('PRODUCT.QUANTITY'))} className={styles.frame}>
      <IconButton label={named(t('PRODUCT.LESS'))} disabled={disabled || value <= 1} onClick={() => onChange(value - 1)}>
        <Minus size={20} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <input
        className={styles.number}
        inputMode="numeric"
        aria-label={named(t('PRODUCT.QUANTITY'))}
        value={draft ?? String(value)}
        disabled={disabled}
        onChange={(event) => setDraft(event.target.value.trim())}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
      />
      <IconButton
        label={named(t('PRODUCT.MORE'))}
        disabled={disabled || (max !== undefined && value >= max)}
        onClick={() => onChange(value + 1)}
      >
        <Plus size={20} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <span className="visually-hidden" role="status">
        {value > 1 ? value : ''}
      </span>
    </div>
  )
}
