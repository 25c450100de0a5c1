import { Popover } from '@base-ui/react/popover'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { dateInBaku, formatDayWithWeekday, formatMonth, formatWeekdayAndDay } from '@shared/dates'
import { Field } from '@shared/components/Field'
import { IconButton } from '@shared/components/IconButton'
import { useLanguage } from '@desk/i18n/language'
import { addMonths, addToDay, addToTime, isDay, parseDay, parseTime, showDay, weeksOf } from '@desk/lib/day'
import { useNow } from '@desk/lib/use-now'
import styles from './DayField.module.css'
import popups from './Popups.module.css'

interface ValueProps {
  label: string
  /** A text that could not be read stays as it was typed. */
  value: string
  onValue: (value: string) => void
  error?: string | undefined
}

/** Typed text; it follows the value that another one set. */
function useTyped(value: string, show: (value: string) => string) {
  const [typed, setTyped] = useState(() => show(value))
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) setTyped(show(value))
  }
  return { typed, setTyped, setSent }
}

interface DayFieldProps extends ValueProps {
  /** First and last day of the calendar, such as `2026-11-24`. */
  min?: string | undefined
  max?: string | undefined
  /** The weekday stands below. */
  hasWeekday?: boolean
}

/** A day as people here write it, with a calendar. Arrow keys go to the next and the previous one. */
export function DayField({ label, value, onValue, error, min, max, hasWeekday = true }: DayFieldProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { typed, setTyped, setSent } = useTyped(value, showDay)
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const today = dateInBaku(useNow())
  const isRead = value === '' || isDay(value)
  const emit = (next: string) => {
    setSent(next)
    onValue(next)
  }
  const pick = (day: string) => {
    emit(day)
    setTyped(showDay(day))
    setOpen(false)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    if (event.altKey) setOpen(true)
    else {
      const next = isDay(value) ? addToDay(value, event.key === 'ArrowUp' ? 1 : -1) : today
      emit(next)
      setTyped(showDay(next))
    }
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <div className={styles.day}>
        <Field
          ref={input}
          label={label}
          error={error ?? (isRead ? undefined : t('DAY.INVALID'))}
          hint={hasWeekday && isDay(value) ? formatWeekdayAndDay(value, language) : undefined}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('DAY.PLACEHOLDER')}
          maxLength={10}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            const text = target.value.trim()
            emit(parseDay(text, today) ?? text)
          }}
          onBlur={() => setTyped(showDay(value))}
          onKeyDown={onKeyDown}
          end={
            <Popover.Trigger
              render={
                <IconButton size="small" label={`${label}: ${t('DAY.PICK')}`}>
                  <CalendarDays size={17} strokeWidth={1.5} aria-hidden="true" />
                </IconButton>
              }
            />
          }
        />
      </div>
      <Popover.Portal>
        <Popover.Positioner className={popups.positioner} align="end" sideOffset={4}>
          <Popover.Popup className={styles.popup}>
            <Calendar start={isDay(value) ? value : today} chosen={value} min={min} max={max} onPick={pick} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Steps of the keys in a calendar. */
const dayKeys: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addToDay(day, -1),
  ArrowRight: (day) => addToDay(day, 1),
  ArrowUp: (day) => addToDay(day, -7),
  ArrowDown: (day) => addToDay(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}

interface CalendarProps {
  start: string
  chosen: string
  min: string | undefined
  max: string | undefined
  onPick: (day: string) => void
}

function Calendar({ start, chosen, min = '', max = '9999-12-31', onPick }: CalendarProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [day, setDay] = useState(start)
  const grid = useRef<HTMLTableElement>(null)
  const now = useNow()
  const today = dateInBaku(now)
  // The key moves the focus; the arrows above keep it.
  const isMoved = useRef(true)
  useEffect(() => {
    if (isMoved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [day])
  const move = (next: string, byKey: boolean) => {
    isMoved.current = byKey
    setDay(next)
  }
  return (
    <>
      <div className={styles.head}>
        <IconButton size="small" label={t('DAY.PREVIOUS')} onClick={() => move(addMonths(day, -1), false)}>
          <ChevronLeft size={17} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
        <Popover.Title className={styles.month} aria-live="polite">
          {formatMonth(day, language)}
        </Popover.Title>
        <IconButton size="small" label={t('DAY.NEXT')} onClick={() => move(addMonths(day, 1), false)}>
          <ChevronRight size={17} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </div>
      <table
        ref={grid}
        // Arrow keys move in it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        className={styles.grid}
        aria-label={formatMonth(day, language)}
        onKeyDown={(event) => {
          const step = dayKeys[event.key]
          if (step === undefined) return
          event.preventDefault()
          move(step(day), true)
        }}
      >
        <thead>
          <tr>
            {t('DAY.WEEKDAYS')
              .split(' ')
              .map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day).map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one} role="gridcell" aria-selected={one === chosen}>
                  <button
                    type="button"
                    tabIndex={one === day ? 0 : -1}
                    disabled={one < min || one > max}
                    data-other={one.slice(0, 7) !== day.slice(0, 7) || undefined}
                    aria-current={one === today ? 'date' : undefined}
                    aria-label={formatDayWithWeekday(one, language, now)}
                    onClick={() => onPick(one)}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** A time of day; arrow keys go half an hour on and back. */
export function TimeField({ label, value, onValue, error }: ValueProps) {
  const { t } = useTranslation()
  const { typed, setTyped, setSent } = useTyped(value, (time) => time)
  const emit = (next: string) => {
    setSent(next)
    onValue(next)
  }
  const isRead = value === '' || parseTime(value) === value
  return (
    <Field
      label={label}
      error={error ?? (isRead ? undefined : t('DAY.TIME_INVALID'))}
      inputMode="numeric"
      autoComplete="off"
      placeholder="10:00"
      maxLength={5}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        const text = target.value.trim()
        emit(parseTime(text) ?? text)
      }}
      onBlur={() => setTyped(value)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        const next = parseTime(value) === null ? '10:00' : addToTime(value, event.key === 'ArrowUp' ? 30 : -30)
        emit(next)
        setTyped(next)
      }}
    />
  )
}
