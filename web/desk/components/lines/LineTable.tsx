import type { TFunction } from 'i18next'
import { GripVertical, Lock, PenLine, X } from 'lucide-react'
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { designDrawing } from '@shared/drawing/design-drawing'
import type { Language } from '@shared/language'
import { formatAmount } from '@shared/money'
import { discountedQepik, toQepik } from '@shared/price'
import { IconButton } from '@shared/components/IconButton'
import { Menu, MenuItem, MenuLine } from '@desk/components/Menu'
import { understood } from '@desk/lib/understood'
import { useLanguage } from '@desk/i18n/language'
import { keyOf } from '@desk/lib/keys'
import { isDesigned, numbersOf, type LineDraft } from './line'
import { LineMarks } from './LineMarks'
import styles from './Lines.module.css'
import type { LineEditing } from './use-lines'

/** The lines as a table, from the width of a tablet. */
export function LineTable({ editing, contentLanguage }: { editing: LineEditing; contentLanguage: Language }) {
  const { t } = useTranslation()
  const [dragged, setDragged] = useState<string | null>(null)
  const { lines, move } = editing
  return (
    <div className={styles.table} role="table" aria-label={t('OFFERS.LINES')}>
      <div role="rowgroup">
        <div className={styles.heads} role="row">
          <span role="columnheader" className="visually-hidden">
            {t('OFFERS.ORDER')}
          </span>
          <span role="columnheader" className={styles.nameHead}>
            {t('OFFERS.NAME')}
          </span>
          <span role="columnheader">{t('OFFERS.QUANTITY')}</span>
          <span role="columnheader">{t('OFFERS.PRICE')}, ₼</span>
          <span role="columnheader">{t('OFFERS.DISCOUNT')}</span>
          <span role="columnheader">{t('OFFERS.SUBTOTAL')}, ₼</span>
          <span role="columnheader" className="visually-hidden">
            {t('COMMON.REMOVE')}
          </span>
        </div>
      </div>
      <div role="rowgroup">
        {lines.map((line, at) => (
          <Row
            key={line.key}
            line={line}
            at={at}
            editing={editing}
            contentLanguage={contentLanguage}
            isDragged={dragged === line.key}
            onDrag={setDragged}
            onDragOver={() => {
              if (dragged !== null && dragged !== line.key) move(dragged, at)
            }}
          />
        ))}
      </div>
    </div>
  )
}

interface RowProps {
  line: LineDraft
  at: number
  editing: LineEditing
  contentLanguage: Language
  isDragged: boolean
  onDrag: (key: string | null) => void
  onDragOver: () => void
}

function Row({ line, at, editing, contentLanguage, isDragged, onDrag, onDragOver }: RowProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { lines, change, move, duplicate, remove, errorOf, isOver } = editing
  const row = at + 1
  const nameInput = useRef<HTMLInputElement>(null)
  const isLocked = isDesigned(line)
  const [isNew] = useState(line.productId === null && line.name === '')
  /** Whether its errors show: not before somebody has typed a new line to its end. */
  const [isLeft, setLeft] = useState(!isNew)
  useEffect(() => {
    if (isNew) nameInput.current?.focus()
  }, [isNew])
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setLeft(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (event.altKey && step !== 0) {
      event.preventDefault()
      move(line.key, at + step)
    } else if (event.ctrlKey && keyOf(event) === 'd') {
      event.preventDefault()
      duplicate(line.key)
    }
  }
  const input = (field: 'name' | 'detail' | 'quantity' | 'listPrice' | 'discount', label: string) => {
    const error = isLeft ? errorOf(line.key, field) : undefined
    return {
      value: line[field],
      'aria-label': t('OFFERS.FIELD_OF', { field: label, row }),
      'aria-invalid': error !== undefined || undefined,
      title: error,
      onChange: ({ target }: { target: { value: string } }) => change(line.key, { [field]: target.value }),
    }
  }
  const firstError = (['name', 'quantity', 'listPrice', 'discount'] as const)
    .map((field) => (isLeft ? errorOf(line.key, field) : undefined))
    .find((error) => error !== undefined)
  return (
    // Keys move and double the line that is being typed in; the menu of the grip does the same.
    <div
      role="row"
      className={styles.row}
      data-dragged={isDragged || undefined}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      onDragOver={(event) => {
        event.preventDefault()
        onDragOver()
      }}
    >
      <span role="cell" className={styles.grip}>
        <Menu
          align="start"
          trigger={
            <button
              type="button"
              className={styles.gripButton}
              aria-label={t('OFFERS.LINE_MENU', { row })}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                onDrag(line.key)
              }}
              onDragEnd={() => onDrag(null)}
            >
              <GripVertical size={16} strokeWidth={1.5} aria-hidden="true" />
            </button>
          }
        >
          <MenuItem disabled={at === 0} onPick={() => move(line.key, at - 1)}>
            {t('OFFERS.MOVE_UP')}
          </MenuItem>
          <MenuItem disabled={at === lines.length - 1} onPick={() => move(line.key, at + 1)}>
            {t('OFFERS.MOVE_DOWN')}
          </MenuItem>
          <MenuLine />
          <MenuItem onPick={() => duplicate(line.key)}>{t('OFFERS.DUPLICATE')}</MenuItem>
          {line.isMadeToOrder !== undefined && line.productId !== null && (
            <MenuItem onPick={() => change(line.key, { isMadeToOrder: !line.isMadeToOrder })}>
              {t(line.isMadeToOrder ? 'OFFERS.FROM_STOCK' : 'OFFERS.MAKE_TO_ORDER')}
            </MenuItem>
          )}
        </Menu>
      </span>
      <span role="cell" className={styles.thumbCell}>
        <LineThumb line={line} />
        <span className={styles.words}>
          {isLocked ? (
            <DesignedWords line={line} contentLanguage={contentLanguage} />
          ) : (
            <>
              <input {...input('name', t('OFFERS.NAME'))} ref={nameInput} className={styles.input} lang={contentLanguage} maxLength={200} />
              <input
                {...input('detail', t('OFFERS.DETAIL'))}
                className={styles.detail}
                lang={contentLanguage}
                maxLength={500}
                placeholder={t('OFFERS.DETAIL_HINT')}
              />
              <small className="dim">{catalogNote(t, line, language)}</small>
              <LineMarks line={line} editing={editing} />
            </>
          )}
          {isLocked && editing.designNote?.(line)}
          {isOver(line) && <small className={styles.over}>{t('OFFERS.OVER_LIMIT_LINE')}</small>}
          {firstError !== undefined && <small className="ruby">{firstError}</small>}
        </span>
      </span>
      <span role="cell">
        <input
          {...input('quantity', t('OFFERS.QUANTITY'))}
          className={`${styles.input ?? ''} ${styles.number ?? ''}`}
          inputMode="numeric"
        />
      </span>
      <span role="cell" className={isLocked ? styles.locked : undefined}>
        {isLocked && <Lock size={14} strokeWidth={1.5} aria-hidden="true" />}
        <input
          {...input('listPrice', t('OFFERS.PRICE'))}
          className={`${styles.input ?? ''} ${styles.number ?? ''}`}
          inputMode="decimal"
          readOnly={isLocked}
        />
        <small className={styles.understood} aria-live="polite">
          {!isLocked && understood(line.listPrice, language)}
        </small>
      </span>
      <span role="cell" className={styles.percent}>
        <input
          {...input('discount', t('OFFERS.DISCOUNT'))}
          className={`${styles.input ?? ''} ${styles.number ?? ''}`}
          inputMode="numeric"
          data-zero={line.discount.trim() === '0' || undefined}
        />
        <span aria-hidden="true">%</span>
      </span>
      <span role="cell" className={styles.sum}>
        {subtotalText(line, language)}
      </span>
      <span role="cell">
        <IconButton size="small" label={t('OFFERS.REMOVE_LINE', { row })} onClick={() => remove(line.key)}>
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  )
}

/** Name and detail of a designed piece, which nobody types. */
export function DesignedWords({ line, contentLanguage }: { line: LineDraft; contentLanguage: Language }) {
  return (
    <>
      <b className={styles.designed} lang={contentLanguage}>
        {line.name}
      </b>
      {line.detail !== '' && (
        <small className="dim" lang={contentLanguage}>
          {line.detail}
        </small>
      )}
    </>
  )
}

export function LineThumb({ line }: { line: Pick<LineDraft, 'imageUrl' | 'design'> }) {
  const language = useLanguage()
  const image = line.design ? designDrawing(line.design.code, 'front', language) : line.imageUrl
  if (image !== null) return <img src={image} alt="" className={styles.thumb} />
  return (
    <span className={styles.thumb}>
      <PenLine size={16} strokeWidth={1.5} aria-hidden="true" />
    </span>
  )
}

/** The sum of a typed line without its sign; a dash where its numbers cannot be read. */
export function subtotalText(line: LineDraft, language: Language): string {
  const { quantity, listPrice, discount } = numbersOf(line)
  if (quantity === null || listPrice === null || discount === null) return '–'
  return formatAmount(discountedQepik(listPrice, discount) * quantity, language)
}

/** The line's product as the catalog has it now. */
export function catalogNote(t: TFunction, line: LineDraft, language: Language): string {
  if (line.productId === null) return t('OFFERS.FREE_LINE')
  const { code, catalog } = line
  if (catalog === null) return code ?? ''
  const price = formatAmount(toQepik(catalog.price), language)
  const parts = [
    code ?? '',
    catalog.discount > 0 ? t('OFFERS.CATALOG_DISCOUNTED', { price, percent: catalog.discount }) : t('OFFERS.CATALOG', { price }),
    catalog.stockQuantity === null ? t('QUOTE.MADE_TO_ORDER') : t('OFFERS.IN_STOCK', { count: catalog.stockQuantity }),
    catalog.isActive ? '' : t('OFFERS.NOT_SOLD'),
  ]
  return parts.filter((part) => part !== '').join(', ')
}
