import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Field } from '@shared/components/Field'
import { formatWeekday } from '@shared/dates'
import { languageNames, languages } from '@shared/language'
import { useQuery } from '@shared/query/use-query'
import { hours, type DeskHours } from '@desk/api/content'
import { queryClient } from '@desk/api/query-client'
import { useMe } from '@desk/api/session'
import { Check } from '@desk/components/Check'
import { DayField, TimeField } from '@desk/components/DayField'
import { Loaded } from '@desk/components/Loaded'
import { Block } from '@desk/components/Parts'
import { ChangeMark } from '@desk/components/record/ChangeMark'
import { focusField } from '@desk/components/record/focus-field'
import { useSave } from '@desk/components/record/use-save'
import { useLanguage } from '@desk/i18n/language'
import { isDay, parseTime, showDay } from '@desk/lib/day'
import { useEditing } from '@desk/lib/editing'
import { keyText } from '@desk/lib/errors'
import type { RecordModel } from '@desk/lib/record-store'
import { inLanguage } from '@desk/lib/translated'
import { Changed } from './Changed'
import { ContentFrame } from './ContentFrame'
import styles from './Content.module.css'
import { Section } from './Section'

interface Span {
  isOpen: boolean
  /** Empty while closed, as `to`. */
  from: string
  to: string
}
type Day = Span & { day: number }
type Holiday = Span & Record<'on' | 'nameAz' | 'nameRu' | 'nameEn', string>
interface Hours {
  days: readonly Day[]
  holidays: readonly Holiday[]
}

const maxHolidays = 100
const maxName = 100
const usual: Span = { isOpen: true, from: '10:00', to: '20:00' }
const closed: Span = { isOpen: false, from: '', to: '' }

/** Errors of a span, by field. */
function spanErrors({ isOpen, from, to }: Span): Record<string, string> {
  if (!isOpen) return {}
  const errors = Object.fromEntries(
    Object.entries({ from, to })
      .filter(([, time]) => parseTime(time) !== time)
      .map(([field, time]) => [field, time === '' ? 'FIELD.REQUIRED' : 'FIELD.INVALID']),
  )
  return Object.keys(errors).length === 0 && to <= from ? { to: 'CONTENT.CLOSES_BEFORE' } : errors
}

/** Errors of a row, by field. */
const rowErrors: { [Name in keyof Hours]: (row: Hours[Name][number], rows: Hours[Name], at: number) => Record<string, string> } = {
  days: spanErrors,
  holidays: (row, rows, at) => {
    const isTwice = rows.some((other, place) => place < at && other.on === row.on)
    const on = row.on === '' ? 'FIELD.REQUIRED' : isDay(row.on) ? (isTwice ? 'CONTENT.DAY_TWICE' : undefined) : 'FIELD.INVALID'
    const names = languages.map((language) => inLanguage('name', language) as 'nameAz' | 'nameRu' | 'nameEn')
    const long = names.filter((name) => row[name].trim().length > maxName).map((name) => [name, 'FIELD.TOO_LONG'] as const)
    return { ...spanErrors(row), ...(on !== undefined && { on }), ...(Object.fromEntries(long) as Record<string, string>) }
  },
}

const span = ({ from, to }: { from: string | null; to: string | null }): Span => ({ isOpen: from !== null, from: from ?? '', to: to ?? '' })
const sent = ({ isOpen, from, to }: Span) => (isOpen ? { from, to } : { from: null, to: null })
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const names = ['days', 'holidays'] as const

const model: RecordModel<DeskHours, Hours, Hours> = {
  fieldNames: names,
  fieldsOf: ({ days, holidays }) => ({
    days: days.map((row) => ({ day: row.day, ...span(row) })),
    holidays: holidays.map((row) => ({ on: row.on, ...span(row), nameAz: row.nameAz, nameRu: row.nameRu, nameEn: row.nameEn })),
  }),
  typedOf: (fields) => fields,
  isSame: (field, typed, saved) => isEqual(typed[field], saved[field]),
  check: (typed, saved) => {
    const changed = names.filter((field) => !isEqual(typed[field], saved[field]))
    const hasErrors = {
      days: typed.days.some((row, at) => Object.keys(rowErrors.days(row, typed.days, at)).length > 0),
      holidays: typed.holidays.some((row, at) => Object.keys(rowErrors.holidays(row, typed.holidays, at)).length > 0),
    }
    return {
      changes: Object.fromEntries(changed.map((field) => [field, typed[field]])),
      errors: Object.fromEntries(changed.filter((field) => hasErrors[field]).map((field) => [field, 'FIELD.INVALID'])),
    }
  },
  send: (version, changes, over) => {
    const { days, holidays } = { ...model.fieldsOf(over), ...changes }
    return hours.save({
      version,
      days: days.map((row) => ({ day: row.day, ...sent(row) })),
      holidays: [...holidays]
        .sort((one, other) => one.on.localeCompare(other.on))
        .map(({ isOpen, from, to, ...row }) => ({ ...row, ...sent({ isOpen, from, to }) })),
    })
  },
}

/** The working hours of the shop: the usual week, and days with hours of their own. */
export default function HoursScreen() {
  const query = useQuery(hours.one)
  return (
    <ContentFrame kind="hours">
      <Loaded query={query} className={styles.note}>
        {(data, notice) => <Form record={data} notice={notice} />}
      </Loaded>
    </ContentFrame>
  )
}

/** A Monday, from which the names of the weekdays are counted. */
const monday = Date.parse('2026-11-23T12:00:00Z')

function Form({ record, notice }: { record: DeskHours; notice: ReactNode }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { role } = useMe()
  const mayWrite = role === 'owner' || role === 'manager'
  const list = useRef<HTMLDivElement>(null)
  const isAdded = useRef(false)
  const label = (field: string) => t(field === 'days' ? 'CONTENT.HOURS_WEEK' : 'CONTENT.HOLIDAYS')
  const text = ({ isOpen, from, to }: Span) => (isOpen ? `${from}–${to}` : '–')
  const editing = useEditing({
    record,
    model,
    draft: { kind: 'content', code: 'hours' },
    label,
    show: (field, value) =>
      field === 'days'
        ? (value as Hours['days']).map(text).join(', ')
        : (value as Hours['holidays']).map((row) => `${showDay(row.on)} ${text(row)}`).join(', ') || '–',
    onSaved: (next) => queryClient.setQueryData(hours.one.queryKey, next),
  })
  const { state, store, shown } = editing
  const save = useSave(editing)
  const { days, holidays } = shown
  useEffect(() => {
    if (isAdded.current) list.current?.querySelector<HTMLInputElement>('[role="group"]:last-of-type input')?.focus()
    isAdded.current = false
  }, [holidays.length])
  /** The text of a row's error: after a try to save, or of the service. */
  const errorOf = (name: keyof Hours, at: number, field: string, own: Record<string, string>) => {
    const key = state.refusedParts[`${name}[${String(at)}].${field}`] ?? (name in state.refused ? own[field] : undefined)
    return key === undefined ? undefined : (keyText(t, key) ?? t('ERRORS.INVALID'))
  }
  const changeDay = (at: number, change: Partial<Span>) =>
    store.change(
      'days',
      days.map((row, place) => (place === at ? { ...row, ...change } : row)),
    )
  const changeHoliday = (at: number, change: Partial<Holiday>) =>
    store.change(
      'holidays',
      holidays.map((row, place) => (place === at ? { ...row, ...change } : row)),
    )
  const times = (row: Span, errorFor: (field: string) => string | undefined, change: (change: Partial<Span>) => void) =>
    row.isOpen && (
      <>
        <TimeField label={t('CONTENT.OPENS')} value={row.from} error={errorFor('from')} onValue={(from) => change({ from })} />
        <TimeField label={t('CONTENT.CLOSES')} value={row.to} error={errorFor('to')} onValue={(to) => change({ to })} />
      </>
    )
  return (
    <Section
      title={t('CONTENT.HOURS')}
      count={Object.keys(state.typed).length}
      isSaving={state.isSaving}
      onSave={save}
      onTakeBack={() => store.takeBack()}
      refused={names.filter((name) => name in state.refused).map((name) => ({ name, label: label(name) }))}
      onField={focusField}
      notice={notice}
    >
      <p className="dim">{t('CONTENT.HOURS_TEXT')}</p>
      {!mayWrite && <p>{t('CONTENT.HOURS_BY')}</p>}
      <fieldset className={styles.plain} disabled={!mayWrite}>
        <Block title={t('CONTENT.HOURS_WEEK')} aside={<ChangeMark editing={editing} field="days" />}>
          <div className={styles.week} data-field="days">
            {days.map((row, at) => {
              const name = formatWeekday(new Date(monday + (row.day - 1) * 86_400_000).toISOString(), language)
              return (
                <div key={row.day} role="group" aria-label={name} className={styles.weekday}>
                  <div>
                    <b>{name}</b>
                    <Check checked={row.isOpen} onChange={({ target }) => changeDay(at, target.checked ? usual : closed)}>
                      {t('CONTENT.WE_WORK')}
                    </Check>
                  </div>
                  {times(
                    row,
                    (field) => errorOf('days', at, field, rowErrors.days(row, days, at)),
                    (change) => changeDay(at, change),
                  )}
                </div>
              )
            })}
          </div>
        </Block>
        <Block title={t('CONTENT.HOLIDAYS')} aside={<ChangeMark editing={editing} field="holidays" />}>
          <div ref={list} className={styles.week} data-field="holidays">
            {holidays.length === 0 && <p className="dim">{t('CONTENT.HOLIDAY_NONE')}</p>}
            {holidays.map((row, at) => {
              const own = rowErrors.holidays(row, holidays, at)
              const day = isDay(row.on) ? showDay(row.on) : t('CONTENT.HOLIDAY_NEW')
              return (
                // A day has no other name while it is typed.
                <div key={at} role="group" aria-label={day} className={styles.holiday}>
                  <div>
                    <DayField
                      label={t('CONTENT.HOLIDAY_DAY')}
                      value={row.on}
                      error={errorOf('holidays', at, 'on', own)}
                      onValue={(on) => changeHoliday(at, { on })}
                    />
                    <Check checked={row.isOpen} onChange={({ target }) => changeHoliday(at, target.checked ? usual : closed)}>
                      {t('CONTENT.WE_WORK')}
                    </Check>
                  </div>
                  {times(
                    row,
                    (field) => errorOf('holidays', at, field, own),
                    (change) => changeHoliday(at, change),
                  )}
                  <div className={styles.names}>
                    {languages.map((one) => {
                      const field = inLanguage('name', one) as 'nameAz' | 'nameRu' | 'nameEn'
                      return (
                        <Field
                          key={one}
                          label={t('CONTENT.HOLIDAY_NAME', { language: languageNames[one] })}
                          lang={one}
                          error={errorOf('holidays', at, field, own)}
                          autoComplete="off"
                          value={row[field]}
                          onChange={({ target }) => changeHoliday(at, { [field]: target.value })}
                        />
                      )
                    })}
                  </div>
                  <p>
                    <Button
                      size="small"
                      aria-label={t('CONTENT.HOLIDAY_REMOVE', { day })}
                      onClick={() =>
                        store.change(
                          'holidays',
                          holidays.filter((_, place) => place !== at),
                        )
                      }
                    >
                      <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
                      {t('COMMON.REMOVE')}
                    </Button>
                  </p>
                </div>
              )
            })}
            {mayWrite && (
              <p>
                <Button
                  disabled={holidays.length >= maxHolidays}
                  onClick={() => {
                    isAdded.current = true
                    store.change('holidays', [...holidays, { on: '', ...closed, nameAz: '', nameRu: '', nameEn: '' }])
                  }}
                >
                  <Plus size={17} strokeWidth={1.5} aria-hidden="true" />
                  {t('CONTENT.HOLIDAY_ADD')}
                </Button>
              </p>
            )}
          </div>
        </Block>
      </fieldset>
      <Changed by={record.changedBy} at={record.changedAt} />
    </Section>
  )
}
