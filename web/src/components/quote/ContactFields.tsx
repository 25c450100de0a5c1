import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@shared/components/Field'
import type { Contacts } from '@/lib/quote/contacts'
import styles from './ContactFields.module.css'

interface ContactFieldsProps {
  /** Registration, label and error of a field. */
  field: (name: keyof Contacts) => ComponentProps<typeof Field>
  /** Whether the values came from the account. */
  isPrefilled: boolean
}

const attributes = {
  name: { autoComplete: 'given-name', maxLength: 100 },
  surname: { autoComplete: 'family-name', maxLength: 100 },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', maxLength: 30 },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', maxLength: 254 },
} as const

/** The four fields that every request needs. */
export function ContactFields({ field, isPrefilled }: ContactFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.fields}>
        {(['name', 'surname', 'phone', 'email'] as const).map((name) => (
          <Field key={name} {...field(name)} {...attributes[name]} />
        ))}
      </div>
      {isPrefilled && <p className="small second">{t('QUOTE.PREFILLED')}</p>}
    </>
  )
}
