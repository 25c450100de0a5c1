import { useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@shared/api/error'
import type { PublicOffer } from './calls'
import styles from './Offer.module.css'

/** Id of the text that says what the acceptance needs. */
export const confirmTextId = 'confirm-size'

/** The sizes that the customer has to confirm, one for each designed piece. */
interface SizeConfirmation {
  sentences: readonly string[]
  /** Places of the confirmed sentences. */
  confirmed: ReadonlySet<number>
  toggle: (place: number) => void
  /** Place of the first sentence that is not confirmed; -1 once all are. */
  next: number
}

export function useSizeConfirmation({ lines, needsSizeConfirmed }: PublicOffer): SizeConfirmation {
  const [confirmed, setConfirmed] = useState<ReadonlySet<number>>(() => new Set())
  const sentences = needsSizeConfirmed ? lines.flatMap(({ design }) => (design === null ? [] : [design.confirmText])) : []
  const toggle = (place: number) => {
    const next = new Set(confirmed)
    if (!next.delete(place)) next.add(place)
    setConfirmed(next)
  }
  return { sentences, confirmed, toggle, next: sentences.findIndex((_, place) => !confirmed.has(place)) }
}

/** Whether the service refused an acceptance because the size is not confirmed. */
export const isSizeRefused = (error: Error | null): boolean => error instanceof ApiError && 'confirmsSize' in error.errors

interface ConfirmSizeProps {
  sizes: SizeConfirmation
  /** Whether to say that a size is missing. */
  isMissing: boolean
  /** The first box that is not ticked. */
  nextBox: Ref<HTMLInputElement>
}

/** A box for each size that the customer confirms; nothing without designed pieces. */
export function ConfirmSize({ sizes: { sentences, confirmed, toggle, next }, isMissing, nextBox }: ConfirmSizeProps) {
  const { t } = useTranslation()
  if (sentences.length === 0) return null
  return (
    <fieldset className={styles.confirm}>
      <legend className="visually-hidden">{t('OFFER.CONFIRM_SIZE')}</legend>
      {sentences.map((sentence, place) => (
        // Sentences may be equal, and never change their places.
        <label key={place} className="check">
          <input
            ref={place === next ? nextBox : undefined}
            type="checkbox"
            checked={confirmed.has(place)}
            aria-invalid={(isMissing && !confirmed.has(place)) || undefined}
            aria-describedby={confirmTextId}
            onChange={() => toggle(place)}
          />
          {sentence}
        </label>
      ))}
      {isMissing && next >= 0 ? (
        <p id={confirmTextId} role="alert" className={styles.confirmMissing}>
          {t('OFFER.CONFIRM_NEEDED')}
        </p>
      ) : (
        <p id={confirmTextId} className="second small">
          {t(next < 0 ? 'OFFER.CONFIRM_WHY' : 'OFFER.CONFIRM_NEEDED')}
        </p>
      )}
    </fieldset>
  )
}
