import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '@shared/language'
import { formatAmount } from '@shared/money'
import { paletteColours } from '@shared/palette/palette'
import { Field } from '@shared/components/Field'
import { useLanguage } from '@desk/i18n/language'
import { CellNotes, Cost } from './Cell'
import { kindOf, type CellName, type CostCell, type Group, type PricedBoard } from './cells'
import styles from './PriceBook.module.css'
import { boardTexts, finishOf, rowLabel } from './texts'
import { formatCell, isEqual, rateOf } from './values'
import { factsOf, hasNotes, type BookView, type CellFacts } from './view'

/** Name of a group of costs. */
export const groupTexts = { fittings: 'PRICE_BOOK.FITTINGS', work: 'PRICE_BOOK.WORK' } as const

const costHeads = { board: 'PRICE_BOOK.COST_M2', fittings: 'PRICE_BOOK.COST_PIECE', work: 'PRICE_BOOK.COST_WORK' } as const

/** The costs of a group, each with the price that follows from it in the shop; boards with their waste and sheet. */
export function CostTable({ group, view }: { group: Group; view: BookView }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const title = t(group.kind === 'board' ? boardTexts[group.board] : groupTexts[group.kind])
  return (
    <div className={styles.group}>
      <table className={styles.table}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.title}>
              {title}
            </th>
            <th scope="col" className={styles.costColumn}>
              {t(costHeads[group.kind])}
            </th>
            {group.kind === 'board' ? (
              <>
                <th scope="col" className={styles.wasteColumn}>
                  {t('PRICE_BOOK.WASTE')}
                </th>
                <th scope="col" className={styles.sheetColumn}>
                  {t('PRICE_BOOK.SHEET_MM')}
                </th>
              </>
            ) : (
              <>
                <td className={styles.wasteColumn} />
                <td className={styles.sheetColumn} />
              </>
            )}
            <th scope="col" className={styles.rateColumn}>
              {t('PRICE_BOOK.IN_SHOP')}
            </th>
          </tr>
        </thead>
        <tbody>
          {group.costs.map((name) => {
            const rate = rateOf(view.rates, name)
            return (
              <CostRow
                key={name}
                name={name}
                {...factsOf(view, name, t, language)}
                {...(group.kind === 'board' && boardTextsOf(view, group.board, name, language))}
                rate={rate === null ? '–' : formatAmount(rate, language)}
              />
            )
          })}
        </tbody>
      </table>
      {group.kind === 'board' && <BoardFields board={group.board} view={view} />}
    </div>
  )
}

/** Waste and sheet of a board's cost; of edging, its own waste alone. */
function boardTextsOf({ cells }: BookView, board: PricedBoard, name: CostCell, language: Language): { waste: string; sheet: string } {
  const isEdge = name.endsWith('.edgePerM')
  const waste = cells[isEdge ? 'edgeWastePercent' : (`boards.${board}.wastePercent` as const)]
  return {
    waste: typeof waste === 'number' ? `${String(waste)} %` : '',
    sheet: isEdge ? '' : formatCell(`boards.${board}.sheetMm`, cells[`boards.${board}.sheetMm`], language),
  }
}

interface CostRowProps extends CellFacts {
  name: CostCell
  waste?: string
  sheet?: string
  rate: string
}

/** A cost in one line. Kept between renders: each key pressed in one cell would draw all others again. */
const CostRow = memo(function CostRow({ name, waste = '', sheet = '', rate, ...facts }: CostRowProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const finish = finishOf(name)
  const swatch = finish === null ? undefined : paletteColours([finish])[0]?.swatch
  const isNoted = hasNotes(facts)
  return (
    <>
      <tr data-changed={facts.isChanged || undefined} data-noted={isNoted || undefined}>
        <th scope="row" className={styles.name}>
          {swatch !== undefined && <i className={styles.swatch} style={{ background: swatch }} aria-hidden="true" />}
          {rowLabel(t, name, language)}
        </th>
        <td className={styles.costColumn}>
          <Cost name={name} facts={facts} />
        </td>
        <td className={styles.wasteColumn}>{waste}</td>
        <td className={styles.sheetColumn}>{sheet}</td>
        <td className={styles.rateColumn}>{rate}</td>
      </tr>
      {isNoted && (
        <tr className={styles.noteRow}>
          <td colSpan={5}>
            <CellNotes name={name} facts={facts} />
          </td>
        </tr>
      )}
    </>
  )
})

/** Waste and sheet of a board; in a book that cannot be changed, only where they differ from the book before. */
function BoardFields({ board, view }: { board: PricedBoard; view: BookView }) {
  const { t } = useTranslation()
  const { typing, before, cells } = view
  const fields = (['wastePercent', 'sheetMm'] as const).map((field) => `boards.${board}.${field}` as const)
  const shown = fields.filter((name) => typing !== null || (before !== null && !isEqual(before[name], cells[name])))
  if (shown.length === 0) return null
  return (
    <div className={styles.boardFields}>
      {shown.map((name) => (
        <WholeField key={name} view={view} name={name} unit={name.endsWith('Percent') ? '%' : t('PRICE_BOOK.MM')} />
      ))}
    </div>
  )
}

/** A cell with its label: a share, or a sheet. */
export function WholeField({ view, name, unit }: { view: BookView; name: CellName; unit: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const facts = factsOf(view, name, t, language)
  const { text, was, old, isChanged, error, jump, conflict, actions } = facts
  const label = rowLabel(t, name, language)
  if (actions === null) {
    return (
      <div className={styles.fact}>
        <span className="small dim">{label}</span>
        <span>
          {was !== undefined && <s className="dim">{old}</s>} {text} {unit}
        </span>
      </div>
    )
  }
  return (
    <div className={styles.whole} data-changed={isChanged || undefined} data-sheet={kindOf(name) === 'sheet' || undefined}>
      <Field
        name={name}
        label={label}
        unit={unit}
        hint={was}
        error={error}
        inputMode={unit === '%' ? 'numeric' : 'text'}
        autoComplete="off"
        maxLength={20}
        value={text}
        onChange={({ target }) => actions.change(name, target.value)}
        onBlur={() => actions.save()}
      />
      {(jump !== null || conflict !== undefined) && <CellNotes name={name} facts={facts} isErrorHidden />}
    </div>
  )
}
