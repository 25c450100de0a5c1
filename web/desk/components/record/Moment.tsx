import { useTranslation } from 'react-i18next'
import { DayField, TimeField } from '@desk/components/DayField'
import type { AnyEditing } from '@desk/lib/editing'
import type { Translated } from '@desk/lib/translated'
import { ChangeMark } from './ChangeMark'
import styles from './Record.module.css'

/** A day and a time in Baku, or none. */
export function Moment({ field, editing, time: usual = '00:00' }: { field: string; editing: AnyEditing; time?: string }) {
  const { t } = useTranslation()
  const { shown, store, errorOf, label } = editing
  const [day = '', time = ''] = ((shown as Translated)[field] ?? '').split('T')
  const change = (nextDay: string, nextTime: string) =>
    store.change(field, nextDay === '' && nextTime === '' ? '' : `${nextDay}T${nextTime}`)
  return (
    <div className={styles.marked} role="group" aria-label={label(field)} data-field={field}>
      <div className={styles.moment}>
        <DayField
          label={label(field)}
          value={day}
          error={errorOf(field)}
          hasWeekday={false}
          onValue={(next) => change(next, next === '' ? '' : time === '' ? usual : time)}
        />
        <TimeField label={t('PRODUCT.TIME')} value={time} onValue={(next) => change(day, next)} />
      </div>
      <ChangeMark editing={editing} field={field} />
    </div>
  )
}
