import { useTranslation } from 'react-i18next'
import { addDays, dateInBaku } from '@shared/dates'
import { languageNames, languages, type Language } from '@shared/language'
import { formatWithSign } from '@shared/money'
import type { Qepik } from '@shared/price'
import { LinkButton } from '@desk/components/Links'
import { Field, Select, TextArea } from '@shared/components/Field'
import { Check } from '@desk/components/Check'
import { DayField } from '@desk/components/DayField'
import { Block } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { keyText } from '@desk/lib/errors'
import { understood } from '@desk/lib/understood'
import type { Errors } from '@desk/components/lines/line'
import { useNow } from '@desk/lib/use-now'
import type { Draft } from './draft'
import styles from './Offer.module.css'

const validDays = [3, 7, 14] as const
const maxValidDays = 365

interface TermsProps {
  draft: Draft
  errors: Errors
  deposit: Qepik
  change: (changed: Partial<Draft>) => void
}

/** Validity, time, first payment, delivery, language and the word to the customer. */
export function Terms({ draft, errors, deposit, change }: TermsProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const now = useNow()
  const inDays = (days: number) => dateInBaku(addDays(now, days))
  const errorOf = (name: string) => {
    const key = errors[name]
    return key === undefined ? undefined : (keyText(t, key) ?? t('ERRORS.INVALID'))
  }
  const text = (name: 'makeDays' | 'depositPercent' | 'deliveryText' | 'deliveryPrice' | 'message') => ({
    value: draft[name],
    error: errorOf(name),
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <Block title={t('OFFERS.TERMS')} className={styles.block}>
      <div className={styles.trio}>
        <div className={styles.stack}>
          <DayField
            label={t('OFFERS.VALID_UNTIL')}
            value={draft.validUntil}
            error={errorOf('validUntil')}
            min={inDays(0)}
            max={inDays(maxValidDays)}
            onValue={(validUntil) => change({ validUntil })}
          />
          <p className={styles.days} role="group" aria-label={t('OFFERS.VALID_DAYS')}>
            {validDays.map((days) => (
              <LinkButton key={days} aria-pressed={draft.validUntil === inDays(days)} onClick={() => change({ validUntil: inDays(days) })}>
                {t('OFFERS.DAYS', { count: days })}
              </LinkButton>
            ))}
          </p>
        </div>
        <Field {...text('makeDays')} label={t('OFFERS.MAKE_DAYS')} inputMode="numeric" hint={t('OFFERS.MAKE_DAYS_HINT')} />
        <Field
          {...text('depositPercent')}
          label={`${t('OFFERS.DEPOSIT')}, %`}
          inputMode="numeric"
          hint={formatWithSign(deposit, language)}
        />
      </div>
      <div className={styles.delivery}>
        <Field {...text('deliveryText')} label={t('OFFERS.DELIVERY')} lang={draft.language} maxLength={200} />
        <Field
          {...text('deliveryPrice')}
          label={`${t('OFFERS.DELIVERY_PRICE')}, ₼`}
          inputMode="decimal"
          hint={understood(draft.deliveryPrice, language)}
        />
        <Select
          label={t('OFFERS.LANGUAGE')}
          value={draft.language}
          onChange={({ target }) => change({ language: target.value as Language })}
        >
          {languages.map((option) => (
            <option key={option} value={option}>
              {languageNames[option]}
            </option>
          ))}
        </Select>
      </div>
      <TextArea {...text('message')} label={t('OFFERS.MESSAGE')} lang={draft.language} maxLength={2000} />
      <Check checked={draft.remind} onChange={({ target }) => change({ remind: target.checked })}>
        {t('OFFERS.REMIND')}
      </Check>
    </Block>
  )
}
