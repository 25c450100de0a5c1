import { useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { showToast } from '@shared/toasts'
import type { TextKey } from '@shared/text-key'
import { call } from '@desk/api/client'
import { reload } from '@desk/api/query-client'
import type { ProductBulk, ProductBulkRow, ProductRow, SheetRow } from '@desk/api/records'
import { Dialog } from '@desk/components/Dialog'
import { useLanguage } from '@desk/i18n/language'
import { keyText } from '@desk/lib/errors'
import { pastedCells } from '@desk/lib/pasted'
import { productName } from '@desk/lib/products'
import { useChange } from '@desk/lib/use-change'
import { fieldLabel, valueText } from '@desk/lib/product-fields'
import { changesOfRow, isReadable, sheetColumns, typedRow, type SheetColumn, type TypedRow } from './sheet'
import styles from './Sheet.module.css'
import { useProductUndo } from './use-undo'

const heads = { price: 'PRODUCT.PRICE', discount: 'PRODUCT.DISCOUNT', reorderAt: 'PRODUCT.REORDER_SHORT' } as const satisfies Record<
  SheetColumn,
  TextKey
>
const units = { price: ', ₼', discount: ', %', reorderAt: '' } as const satisfies Record<SheetColumn, string>

interface SheetDialogProps {
  rows: readonly ProductRow[]
  onClose: () => void
  /** Called once all rows are as typed. */
  onDone: () => void
}

/**
 * Edits prices, discounts, reorder points and visibility of several products like a sheet: arrows move, copied cells are pasted. What
 * changes is shown before it is stored.
 */
export function SheetDialog({ rows: given, onClose, onDone }: SheetDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  // The rows change below the open dialog as others change them; what is typed was begun from these.
  const [rows] = useState(given)
  const [typed, setTyped] = useState<Readonly<Record<string, TypedRow>>>(() =>
    Object.fromEntries(rows.map((row) => [row.code, typedRow(row, language)])),
  )
  const [preview, setPreview] = useState<readonly ProductBulkRow[] | null>(null)
  const typedOf = (row: ProductRow) => typed[row.code] ?? typedRow(row, language)
  const changed = rows.map((row) => changesOfRow(row, typedOf(row)))
  const changes = changed.filter((row): row is SheetRow => row !== null && row !== undefined)
  const unreadable = changed.filter((row) => row === undefined).length
  const offerUndo = useProductUndo()

  const send = (body: ProductBulk, key: string) => call('POST', '/desk/products/bulk', { body, key })
  const dryRun = useChange({
    send: (body: ProductBulk, keyFor) => send(body, keyFor(body)),
    onDone: ({ results }) => setPreview(results),
  })
  const apply = useChange({
    send: (body: ProductBulk, keyFor) => send(body, keyFor(body)),
    onDone: ({ done, results, undo }) => {
      void reload('/desk/products', '/desk/products/{code}', '/desk/products/{code}/prices')
      showToast({
        tone: done === results.length ? 'done' : 'error',
        text: t('SHEET.DONE', { done, count: results.length }),
        ...offerUndo(undo),
      })
      if (done === results.length) onDone()
      else setPreview(results)
    },
  })

  const change = (code: string, part: Partial<TypedRow>) => {
    const row = typed[code]
    if (row !== undefined) setTyped({ ...typed, [code]: { ...row, ...part } })
  }
  const cellId = (at: number, column: SheetColumn) => `sheet-${String(at)}-${column}`
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, at: number, column: SheetColumn) => {
    const step = event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = document.getElementById(cellId(at + step, column))
    if (next instanceof HTMLInputElement) {
      next.focus()
      next.select()
    }
  }
  const onPaste = (event: ClipboardEvent, at: number, column: SheetColumn) => {
    const cells = pastedCells(event.clipboardData.getData('text'))
    if (cells.length === 1 && cells[0]?.length === 1) return
    event.preventDefault()
    const first = sheetColumns.indexOf(column)
    const next = { ...typed }
    cells.forEach((line, down) => {
      const row = rows[at + down]
      const known = row === undefined ? undefined : next[row.code]
      if (row === undefined || known === undefined) return
      const pasted = line.flatMap((text, right) => {
        const target = sheetColumns[first + right]
        return target === undefined ? [] : [[target, text.trim()] as const]
      })
      next[row.code] = { ...known, ...Object.fromEntries(pasted) }
    })
    setTyped(next)
  }

  if (preview !== null) {
    const good = preview.filter(({ ok }) => ok).length
    return (
      <Dialog
        isKept
        size="wide"
        title={t('SHEET.PREVIEW', { count: good })}
        onClose={() => setPreview(null)}
        actions={
          <>
            <Button onClick={() => setPreview(null)}>{t('SHEET.BACK')}</Button>
            <Button
              variant="primary"
              busy={apply.isPending}
              disabled={good === 0}
              onClick={() => {
                const accepted = new Set(preview.filter(({ ok }) => ok).map(({ code }) => code))
                apply.mutate({ action: 'rows', rows: changes.filter(({ code }) => accepted.has(code)) })
              }}
            >
              {t('SHEET.APPLY')}
            </Button>
          </>
        }
      >
        <Outcomes rows={rows} results={preview} />
      </Dialog>
    )
  }
  return (
    <Dialog
      size="wide"
      title={t('SHEET.TITLE', { count: rows.length })}
      description={t('SHEET.TEXT')}
      onClose={onClose}
      actions={
        <>
          <span className="dim small" role="status">
            {unreadable > 0 ? t('SHEET.UNREADABLE', { count: unreadable }) : t('SHEET.CHANGED', { count: changes.length })}
          </span>
          <Button onClick={onClose}>{t('COMMON.CANCEL')}</Button>
          <Button
            variant="primary"
            busy={dryRun.isPending}
            disabled={changes.length === 0 || unreadable > 0}
            onClick={() => dryRun.mutate({ action: 'rows', rows: changes, dryRun: true })}
          >
            {t('SHEET.NEXT')}
          </Button>
        </>
      }
    >
      <table className={styles.sheet}>
        <caption className="visually-hidden">{t('SHEET.TITLE', { count: rows.length })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('PRODUCTS.NAME')}</th>
            {sheetColumns.map((column) => (
              <th key={column} scope="col">
                {t(heads[column]) + units[column]}
              </th>
            ))}
            <th scope="col">{t('PRODUCT.SHOWN')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const cells = typedOf(row)
            const before = typedRow(row, language)
            return (
              <tr key={row.code}>
                <th scope="row">
                  <span className="cut">{productName(row, language)}</span>
                  <span className="dim small">{row.code}</span>
                </th>
                {sheetColumns.map((column) => (
                  <td key={column}>
                    <input
                      id={cellId(at, column)}
                      aria-label={`${row.code}: ${t(heads[column])}`}
                      aria-invalid={!isReadable(column, cells[column]) || undefined}
                      data-changed={cells[column] !== before[column] || undefined}
                      inputMode={column === 'price' ? 'decimal' : 'numeric'}
                      autoComplete="off"
                      value={cells[column]}
                      onChange={({ target }) => change(row.code, { [column]: target.value })}
                      onKeyDown={(event) => onKeyDown(event, at, column)}
                      onPaste={(event) => onPaste(event, at, column)}
                    />
                  </td>
                ))}
                <td>
                  <input
                    type="checkbox"
                    aria-label={`${row.code}: ${t('PRODUCT.SHOWN')}`}
                    checked={cells.isActive}
                    onChange={({ target }) => change(row.code, { isActive: target.checked })}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Dialog>
  )
}

/** New values of each row, or the reason of its refusal. */
function Outcomes({ rows, results }: { rows: readonly ProductRow[]; results: readonly ProductBulkRow[] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <ul className={styles.outcomes}>
      {results.map(({ code, ok, errors, changes }) => {
        const row = rows.find((candidate) => candidate.code === code)
        return (
          <li key={code} data-refused={!ok || undefined}>
            <p>
              <b>{row === undefined ? code : productName(row, language)}</b> <span className="dim small">{code}</span>
            </p>
            {ok
              ? Object.entries(changes).map(([field, { from, to }]) => (
                  <p key={field} className="small">
                    {fieldLabel(t, field)}: <s className="dim">{valueText(t, field, from, language)}</s> <span aria-hidden="true">→</span>{' '}
                    <b>{valueText(t, field, to, language)}</b>
                  </p>
                ))
              : Object.entries(errors ?? {}).map(([field, key]) => (
                  <p key={field} className="ruby small">
                    {field === 'general' || field === 'version' ? '' : `${fieldLabel(t, field)}: `}
                    {keyText(t, key) ?? t('ERRORS.INVALID')}
                  </p>
                ))}
          </li>
        )
      })}
    </ul>
  )
}
