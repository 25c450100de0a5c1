import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Address } from '@/lib/api/types'
import styles from './AddressChoice.module.css'
import { streetLine } from './prefill'

interface AddressChoiceProps {
  addresses: readonly Address[]
  /** Nothing: an address that is typed. */
  chosen: string | null
  onChoose: (address: Address | null) => void
}

/** The saved addresses as cards, and one for an address that is not saved. */
export function AddressChoice({ addresses, chosen, onChoose }: AddressChoiceProps) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset>
      <legend className="visually-hidden">{t('CHECKOUT.SAVED_ADDRESSES')}</legend>
      <div className={styles.cards}>
        {addresses.map((address) => (
          <label key={address.id} className={styles.card}>
            <input
              type="radio"
              name={name}
              className={styles.radio}
              checked={chosen === address.id}
              onChange={() => onChoose(address)}
            />
            <span className={styles.person}>{address.fullName}</span>
            <span>{streetLine(address)}</span>
            <span>
              {address.city}, {address.zipCode}
            </span>
          </label>
        ))}
        <label className={styles.card}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={chosen === null}
            onChange={() => onChoose(null)}
          />
          <span className={styles.person}>{t('CHECKOUT.OTHER_ADDRESS')}</span>
        </label>
      </div>
    </fieldset>
  )
}
