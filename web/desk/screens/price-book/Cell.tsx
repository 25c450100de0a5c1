import { useId, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { timeInBaku } from '@shared/dates'
import { Button } from '@shared/components/Button'
import { useLanguage } from '@desk/i18n/language'
import { kindOf, type CellName, type CostCell } from './cells'
import styles from './PriceBook.module.css'
import { cellLabel } from './texts'
import { formatCell } from './values'
import { hasNotes, type CellActions, type CellFacts } from './view'

/** Arrow keys and Enter go to the cost above or below. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>): void {
  const step = event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const costs = [...document.querySelectorAll<HTMLInputElement>('input[data-cost]')]
  const next = costs[costs.indexOf(event.currentTarget) + step]
  next?.focus()
  next?.select()
}

const notesId = (name: CellName): string => `notes-${name}`

interface CostProps {
  name: CostCell
  facts: CellFacts
}

/** A cost with the struck value of the book before: typed in a draft, text in a book that cannot be changed. */
export function Cost({ name, facts }: CostProps) {
  const { text, was, old, actions } = facts
  if (actions !== null) return <CostInput name={name} facts={facts} actions={actions} />
  return (
    <span className={styles.fixed}>
      {was !== undefined && (
        <>
          <span className="visually-hidden">{was}. </span>
          <s aria-hidden="true">{old}</s>
        </>
      )}
      {text}
    </span>
  )
}

function CostInput({ name, facts, actions }: CostProps & { actions: CellActions }) {
  const { text, was, old, isChanged, error } = facts
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const described = [was !== undefined && `${id}-was`, hasNotes(facts) && notesId(name)].filter(Boolean).join(' ')
  return (
    <span className={styles.cell} data-changed={isChanged || undefined} data-invalid={error !== undefined || undefined}>
      {was !== undefined && (
        <>
          <s aria-hidden="true">{old}</s>
          <span id={`${id}-was`} className="visually-hidden">
            {was}
          </span>
        </>
      )}
      <input
        name={name}
        data-cost
        aria-label={`${cellLabel(t, name, language)}, ₼`}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={described || undefined}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={text}
        onChange={({ target }) => actions.change(name, target.value)}
        onBlur={() => actions.save()}
        onKeyDown={moveFocus}
        onPaste={(event) => {
          if (actions.paste(name, event.clipboardData.getData('text'))) event.preventDefault()
        }}
      />
    </span>
  )
}

interface CellNotesProps {
  name: CellName
  facts: CellFacts
  /** The error stands elsewhere. */
  isErrorHidden?: boolean
}

/** Below a cell: its error, the question about a large change, and the own value where somebody else's stands. */
export function CellNotes({ name, facts, isErrorHidden = false }: CellNotesProps) {
  const { error, jump, conflict, old, actions } = facts
  const { t } = useTranslation()
  const language = useLanguage()
  if (actions === null) return null
  return (
    <div id={notesId(name)} className={styles.notes}>
      {error !== undefined && !isErrorHidden && <p className="ruby">{error}</p>}
      {conflict !== undefined && (
        <div role="alert" className={styles.question}>
          <span>
            {t('PRICE_BOOK.CONFLICT', {
              name: conflict.by?.name ?? t('CONFLICT.SYSTEM'),
              time: conflict.at === null ? '' : timeInBaku(conflict.at),
              mine: formatCell(name, conflict.mine, language),
            })}
          </span>
          <Button size="small" onClick={() => actions.settle(name, true)}>
            {t('PRICE_BOOK.TAKE_MINE')}
          </Button>
          <Button size="small" onClick={() => actions.settle(name, false)}>
            {t('PRICE_BOOK.TAKE_THEIRS')}
          </Button>
        </div>
      )}
      {jump !== null && (
        <div role="status" className={styles.question}>
          <span>
            <b>{t('PRICE_BOOK.IS_RIGHT')}</b>{' '}
            {t(kindOf(name) === 'share' ? 'PRICE_BOOK.JUMP_SHARE' : 'PRICE_BOOK.JUMP', { change: signedPercent(jump), old })}
          </span>
          <Button size="small" onClick={() => actions.confirmJump(name)}>
            {t('PRICE_BOOK.YES_RIGHT')}
          </Button>
          <Button size="small" onClick={() => actions.takeBack(name)}>
            {t('PRICE_BOOK.BACK_TO', { old })}
          </Button>
        </div>
      )}
    </div>
  )
}

/** `+46`, `−12`: a whole change with its sign. */
export const signedPercent = (percent: number): string => (percent < 0 ? `−${String(-percent)}` : `+${String(percent)}`)
