import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Select, TextArea } from '@shared/components/Field'
import { Dialog } from '@desk/components/Dialog'
import { useLanguage } from '@desk/i18n/language'
import { groups, type CellName } from './cells'
import { groupTexts } from './CostTable'
import { pastedColumn } from './paste'
import styles from './PriceBook.module.css'
import { boardTexts, cellLabel, rowLabel } from './texts'
import { formatCell, isEqual, readCell, type Cells } from './values'

/** The longest pasted text, in characters. */
const longestText = 10_000

interface PasteDialogProps {
  cells: Cells
  onPaste: (typed: readonly (readonly [CellName, string])[]) => void
  onClose: () => void
}

/** Takes a copied column of a spreadsheet, and shows what changes before it does. */
export function PasteDialog({ cells, onPaste, onClose }: PasteDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [at, setAt] = useState(0)
  const [text, setText] = useState('')
  const group = groups[at]
  const first = group?.costs[0]
  const pasted = first === undefined ? [] : pastedColumn(first, text)
  const rows = pasted.map(([name, typed]) => ({ name, typed, read: readCell(name, typed) }))
  const changed = rows.filter(({ name, read }) => 'value' in read && !isEqual(read.value, cells[name]))
  const unreadable = rows.filter(({ read }) => 'problem' in read)
  return (
    <Dialog
      size="wide"
      title={t('PRICE_BOOK.PASTE_TITLE')}
      description={t('PRICE_BOOK.PASTE_TEXT')}
      onClose={onClose}
      actions={
        <>
          <span className="dim small" role="status">
            {unreadable.length > 0
              ? t('PRICE_BOOK.UNREADABLE', { count: unreadable.length })
              : t('PRICE_BOOK.WILL_CHANGE', { count: changed.length })}
          </span>
          <Button onClick={onClose}>{t('COMMON.CANCEL')}</Button>
          <Button
            variant="primary"
            disabled={changed.length === 0}
            onClick={() => {
              onPaste(changed.map(({ name, typed }) => [name, typed] as const))
              onClose()
            }}
          >
            {t('PRICE_BOOK.PASTE_APPLY')}
          </Button>
        </>
      }
    >
      <div className={styles.paste}>
        <Select label={t('PRICE_BOOK.PASTE_FROM')} value={String(at)} onChange={({ target }) => setAt(Number(target.value))}>
          {groups.map((one, index) => (
            <option key={one.costs[0]} value={index}>
              {t(one.kind === 'board' ? boardTexts[one.board] : groupTexts[one.kind])}
            </option>
          ))}
        </Select>
        <p className="small dim">{group?.costs.map((name) => rowLabel(t, name, language)).join(', ')}</p>
        <TextArea
          label={t('PRICE_BOOK.PASTE_COLUMN')}
          rows={5}
          maxLength={longestText}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {rows.length > 0 && (
          <ul className={styles.differences}>
            {rows.map(({ name, typed, read }) => (
              <Difference
                key={name}
                label={cellLabel(t, name, language)}
                from={formatCell(name, cells[name], language)}
                to={'value' in read ? formatCell(name, read.value, language) : typed}
                isRefused={'problem' in read}
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

interface DifferenceProps {
  label: string
  from: string
  to: string
  isRefused?: boolean
}

/** A cell before and after. */
export function Difference({ label, from, to, isRefused = false }: DifferenceProps) {
  const { t } = useTranslation()
  return (
    <li data-refused={isRefused || undefined}>
      <span>{label}</span>
      <span className="nowrap">
        {isRefused ? (
          <span className="ruby">
            {to} <span className="small">{t('PRICE_BOOK.NOT_READ')}</span>
          </span>
        ) : from === to ? (
          <span className="dim">{to}</span>
        ) : (
          <>
            <s className="dim">{from === '' ? '–' : from}</s> <span aria-hidden="true">→</span> <b>{to}</b>
          </>
        )}
      </span>
    </li>
  )
}
