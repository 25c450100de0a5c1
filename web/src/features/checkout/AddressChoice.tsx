import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Address } from '@/lib/api/types'
import { streetLine } from '@/lib/street-line'
import styles from './AddressChoice.module.css'

interface AddressChoiceProps {
  addresses: readonly Address[]
  /** Id of a saved address; null for one that is typed. */
  chosen: string | null
  onChoose: (address: Address | null) => void
}

/** Radio buttons for the saved addresses and for another one. */
export function AddressChoice({ addresses, chosen, onChoose }: AddressChoiceProps) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset>
      <legend className="visually-hidden">{t('CHECKOUT.SAVED_ADDRESSES')}</legend>
      <div className={styles.cards}>
        {addresses.map((address) => (
          <label key={address.id} className={styles.card}>
            <input type="radio" name={name} className={styles.radio} checked={chosen === address.id} onChange={() => onChoose(address)} />
            <span className={styles.person}>{address.fullName}</span>
            <span>{streetLine(address)}</span>
            <span>
              {address.city}, {address.zipCode}
            </span>
          </label>
        ))}
        <label className={styles.card}>
          <input type="radio" name={name} className={styles.radio} checked={chosen === null} onChange={() => onChoose(null)} />
          <span className={styles.person}>{t('CHECKOUT.OTHER_ADDRESS')}</span>
        </label>
      </div>
    </fieldset>
  )
}
