import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { EmptyState } from '@shared/components/EmptyState'
import { formatShortDay } from '@shared/dates'
import { Status } from '@shared/components/Status'
import type { ContentRow, ContentState } from '@desk/api/records'
import { Chip } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { contentStates, contentStateViews } from '@desk/lib/content'
import styles from './Content.module.css'

interface RecordListProps<Row extends ContentRow> {
  label: string
  rows: readonly Row[]
  /** The states of the address; all if empty. */
  states: readonly ContentState[]
  onStates: (states: readonly ContentState[]) => void
  open: string | undefined
  nameOf: (row: Row) => string
  hrefOf: (row: Row) => string
  /** When a record begins and ends. */
  timesOf: (row: Row) => { from: string | null; to: string | null }
  /** Moves a record to the place of another one; absent for those without an order. */
  onMove?: ((code: string, to: number) => void) | undefined
  /** The last change of the order, for assistive technology. */
  said: string
}

/** The records of a kind with their states; dragging or Alt with an arrow moves one. */
export function RecordList<Row extends ContentRow>(props: RecordListProps<Row>) {
  const { label, rows, states, onStates, open, nameOf, hrefOf, timesOf, onMove, said } = props
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const shown = rows.filter(({ state }) => states.length === 0 || states.includes(state))
  // A filtered list has no places.
  const mayMove = onMove !== undefined && shown.length === rows.length && rows.length > 1
  useEffect(() => {
    if (focused !== null) list.current?.querySelector<HTMLElement>(`[data-code="${focused}"]`)?.focus()
  }, [focused, rows])
  const onKeyDown = (event: KeyboardEvent, code: string, at: number) => {
    if (!mayMove || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    setFocused(code)
    onMove(code, at + (event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    <nav className={styles.list} aria-label={label}>
      <div className={styles.states} role="group" aria-label={t('CONTENT.STATE')}>
        {contentStates.map((state) => {
          const count = rows.filter((row) => row.state === state).length
          const isOn = states.includes(state)
          return (
            <Chip key={state} isOn={isOn} onClick={() => onStates(isOn ? states.filter((one) => one !== state) : [...states, state])}>
              {t(contentStateViews[state].text)} {count}
            </Chip>
          )
        })}
      </div>
      {shown.length === 0 && <EmptyState title={t(rows.length === 0 ? 'CONTENT.EMPTY' : 'CONTENT.NOTHING')} />}
      <ol ref={list}>
        {shown.map((row, at) => {
          const { code } = row
          return (
            // Keys on the link move it as well.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={code}
              className={styles.row}
              data-dragged={dragged === code || undefined}
              draggable={mayMove}
              onDragStart={() => setDragged(code)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged === null || !mayMove) return
                event.preventDefault()
                if (dragged !== code) onMove(dragged, at)
              }}
            >
              <Link
                href={hrefOf(row)}
                draggable={false}
                data-code={code}
                aria-current={code === open ? 'true' : undefined}
                aria-keyshortcuts={mayMove ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
                onKeyDown={(event) => onKeyDown(event, code, at)}
                onBlur={() => setFocused(null)}
              >
                <span className={styles.name}>{nameOf(row)}</span>
                <State state={row.state} {...timesOf(row)} />
              </Link>
            </li>
          )
        })}
      </ol>
      {mayMove && <p className={`${styles.hint ?? ''} dim small wide-only`}>{t('CONTENT.ORDER_HINT')}</p>}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </nav>
  )
}

interface StateProps {
  state: ContentState
  from: string | null
  to: string | null
}

/** A state with the day that it ends. */
function State({ state, from, to }: StateProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { text, tone, isFilled } = contentStateViews[state]
  const day = (at: string) => formatShortDay(at, language)
  return (
    <Status tone={tone} isFilled={isFilled} className={styles.state ?? ''}>
      {state === 'planned' && from !== null && t('CONTENT.FROM', { day: day(from) })}
      {state === 'shown' && to !== null && t('CONTENT.UNTIL', { day: day(to) })}
      {state === 'ended' && to !== null && t('CONTENT.ENDED_ON', { day: day(to) })}
      {(state === 'draft' || (state === 'planned' ? from : to) === null) && t(text)}
    </Status>
  )
}
