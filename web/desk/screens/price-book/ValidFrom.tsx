import { useTranslation } from 'react-i18next'
import { addDays, dateInBaku } from '@shared/dates'
import { DayField, TimeField } from '@desk/components/DayField'
import { useNow } from '@desk/lib/use-now'
import styles from './PriceBook.module.css'

interface ValidFromProps {
  /** A day and a time in Baku, such as `2026-12-01T09:00`; empty for at once. */
  value: string
  onValue: (value: string) => void
  /** Key of the service's refusal. */
  refusal: string | undefined
}

/** Usual time of a day from which a book is in force: before the shop opens. */
const usualTime = '09:00'

/** The time from which the book is in force. */
export function ValidFrom({ value, onValue, refusal }: ValidFromProps) {
  const { t } = useTranslation()
  const now = useNow()
  const [day = '', time = ''] = value.split('T')
  const change = (nextDay: string, nextTime: string) => onValue(nextDay === '' && nextTime === '' ? '' : `${nextDay}T${nextTime}`)
  return (
    <div className={styles.validFrom} role="group" aria-label={t('PRICE_BOOK.VALID_FROM')} data-field="validFrom">
      <div className={styles.moment}>
        <DayField
          label={t('PRICE_BOOK.VALID_FROM')}
          value={day}
          min={dateInBaku(now)}
          max={dateInBaku(addDays(now, 365))}
          hasWeekday={false}
          error={refusal === undefined ? undefined : t('PRICE_BOOK.TIME_RANGE')}
          onValue={(next) => change(next, next === '' ? '' : time === '' ? usualTime : time)}
        />
        <TimeField label={t('PRODUCT.TIME')} value={time} onValue={(next) => change(day, next)} />
      </div>
      {value === '' && <p className="small dim">{t('PRICE_BOOK.VALID_AT_ONCE')}</p>}
    </div>
  )
}
