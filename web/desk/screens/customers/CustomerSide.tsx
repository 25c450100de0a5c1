import { Mail, MessageCircle, Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatShortDateTime } from '@shared/dates'
import { formatPhone } from '@shared/forms/phone'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import type { Customer } from '@desk/api/records'
import { buttonClass } from '@shared/components/Button'
import { Block, Fact, Facts } from '@desk/components/Parts'
import { LinkButton } from '@desk/components/Links'
import { CallLink, ChatLink } from '@desk/components/PhoneLinks'
import { columnClass } from '@desk/components/RecordPage'
import { useLanguage } from '@desk/i18n/language'
import { languageTexts } from '@desk/lib/texts'
import styles from './Customer.module.css'
import { Merges } from './Merges'

interface CustomerSideProps {
  customer: Customer
  /** Opens the dialog of changes; absent where the person may not change them. */
  onEdit?: (() => void) | undefined
  /** Opens the dialog of the discount; absent where the person may not change it. */
  onDiscount?: (() => void) | undefined
  /** Whether the person may take merged customers apart. */
  mayMerge: boolean
}

/** How to reach a customer, and what is known of them. */
export function CustomerSide({ customer, onEdit, onDiscount, mayMerge }: CustomerSideProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { phones, emails, unproven, missing, note, discount, userId, lastContactAt } = customer
  const doubt = (point: string) => unproven.includes(point) && <span className="dim small">{t('CUSTOMER.UNPROVEN')}</span>
  return (
    <aside className={columnClass} aria-label={t('QUOTE.FACTS')}>
      {phones.length + emails.length > 0 && (
        <Block title={t('CUSTOMER.CONTACTS')}>
          <ul className={styles.contacts}>
            {phones.map((phone) => (
              <li key={phone}>
                <CallLink className={buttonClass({ size: 'small' })} phone={phone} otherwise={phone}>
                  <Phone size={16} strokeWidth={1.5} aria-hidden="true" />
                  {formatPhone(phone)}
                </CallLink>
                <ChatLink
                  className={buttonClass({ size: 'small', square: true })}
                  phone={phone}
                  aria-label={t('CUSTOMER.WHATSAPP_OF', { phone: formatPhone(phone) })}
                >
                  <MessageCircle size={16} strokeWidth={1.5} aria-hidden="true" />
                </ChatLink>
                {doubt(phone)}
              </li>
            ))}
            {emails.map((email) => (
              <li key={email}>
                <a className={`${buttonClass({ size: 'small' })} ${styles.email ?? ''}`} href={`mailto:${email}`}>
                  <Mail size={16} strokeWidth={1.5} aria-hidden="true" />
                  <span className="cut">{email}</span>
                </a>
                {doubt(email)}
              </li>
            ))}
          </ul>
        </Block>
      )}
      <Block title={t('QUOTE.CUSTOMER')} aside={onEdit && <LinkButton onClick={onEdit}>{t('COMMON.CHANGE')}</LinkButton>}>
        <Facts>
          {customer.language !== null && <Fact label={t('COMMON.LANGUAGE_LABEL')}>{t(languageTexts[customer.language])}</Fact>}
          <Fact label={t('QUOTE.ACCOUNT')}>{t(userId === null ? 'QUOTE.NO_ACCOUNT' : 'QUOTE.HAS_ACCOUNT')}</Fact>
          {lastContactAt !== null && <Fact label={t('CUSTOMERS.LAST_CONTACT')}>{formatShortDateTime(lastContactAt, language)}</Fact>}
          <Fact label={t('CUSTOMER.TOTAL')}>
            <b>{missing.includes('order') ? '–' : formatWithSign(toQepik(customer.ordersTotal), language)}</b>
          </Fact>
          {discount !== null && (
            <Fact label={t('CUSTOMER.DISCOUNT')}>
              {discount} %{' '}
              {onDiscount && (
                <LinkButton aria-label={t('CUSTOMER.CHANGE_DISCOUNT')} onClick={onDiscount}>
                  {t('COMMON.CHANGE')}
                </LinkButton>
              )}
            </Fact>
          )}
        </Facts>
        {customer.isDiscountWorse && <p className={styles.worse}>{t('CUSTOMER.DISCOUNT_WORSE')}</p>}
      </Block>
      {note !== '' && (
        <Block title={t('COMPOSER.NOTE')}>
          <p className={styles.note}>{note}</p>
        </Block>
      )}
      <Merges customer={customer} mayMerge={mayMerge} />
      {customer.addresses.length > 0 && (
        <Block title={t('CUSTOMER.ADDRESSES')} aside={customer.addresses.length}>
          <ul className={styles.addresses}>
            {customer.addresses.map((one, at) => (
              // Addresses have no ids.
              <li key={at}>
                <p>{one.address}</p>
                <p className="dim small">{[one.state, one.city, one.postalCode].filter((part) => part !== '').join(', ')}</p>
              </li>
            ))}
          </ul>
        </Block>
      )}
    </aside>
  )
}
