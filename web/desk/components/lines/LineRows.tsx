import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '@shared/language'
import { formatAmount } from '@shared/money'
import { Button } from '@shared/components/Button'
import { Check } from '@desk/components/Check'
import { Dialog } from '@desk/components/Dialog'
import { Field, TextArea } from '@shared/components/Field'
import { Percent } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { isDesigned, numbersOf, type LineDraft } from './line'
import { catalogNote, DesignedWords, LineThumb, subtotalText } from './LineTable'
import { LineMarks } from './LineMarks'
import { understood } from '@desk/lib/understood'
import styles from './Lines.module.css'
import type { LineEditing } from './use-lines'

interface LineRowsProps {
  editing: LineEditing
  contentLanguage: Language
  /** The line whose sheet is open. */
  open: string | null
  onOpen: (key: string | null) => void
}

/** The lines as rows on phones; one at a time opens in a sheet. */
export function LineRows({ editing, contentLanguage, open, onOpen }: LineRowsProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const opened = editing.lines.find(({ key }) => key === open)
  return (
    <>
      <ul className={styles.rows} aria-label={t('OFFERS.LINES')}>
        {editing.lines.map((line) => {
          const { listPrice, discount } = numbersOf(line)
          return (
            <li key={line.key}>
              <button type="button" className={styles.phoneRow} onClick={() => onOpen(line.key)}>
                <LineThumb line={line} />
                <span>
                  <b lang={contentLanguage}>{line.name.trim() === '' ? t('OFFERS.UNNAMED') : line.name}</b>
                  <span className="dim small">
                    {line.quantity} × {listPrice === null ? '–' : formatAmount(listPrice, language)}{' '}
                    {discount !== null && discount > 0 && <Percent>−{discount}%</Percent>}
                  </span>
                  {line.isPriceToCheck === true && <small className={styles.over}>{t('OFFERS.PRICE_TO_CHECK')}</small>}
                  {editing.isOver(line) && <small className={styles.over}>{t('OFFERS.OVER_LIMIT_LINE')}</small>}
                </span>
                <b className="nowrap">{subtotalText(line, language)}</b>
              </button>
            </li>
          )
        })}
      </ul>
      {opened !== undefined && <LineSheet line={opened} editing={editing} contentLanguage={contentLanguage} onClose={() => onOpen(null)} />}
    </>
  )
}

interface LineSheetProps {
  line: LineDraft
  editing: LineEditing
  contentLanguage: Language
  onClose: () => void
}

function LineSheet({ line, editing, contentLanguage, onClose }: LineSheetProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [isTouched, setTouched] = useState(false)
  const { change, remove, move, lines, errorOf } = editing
  const at = lines.indexOf(line)
  const isLocked = isDesigned(line)
  const field = (name: 'name' | 'detail' | 'quantity' | 'listPrice' | 'discount') => ({
    value: line[name],
    error: isTouched ? errorOf(line.key, name) : undefined,
    onChange: ({ target }: { target: { value: string } }) => {
      setTouched(true)
      change(line.key, { [name]: target.value })
    },
  })
  return (
    <Dialog
      title={t('OFFERS.LINE', { row: at + 1 })}
      description={isLocked ? undefined : catalogNote(t, line, language)}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="danger"
            onClick={() => {
              remove(line.key)
              onClose()
            }}
          >
            {t('COMMON.REMOVE')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('OFFERS.DONE')}
          </Button>
        </>
      }
    >
      {isLocked ? (
        <div className={styles.designedSheet}>
          <DesignedWords line={line} contentLanguage={contentLanguage} />
          {editing.designNote?.(line)}
        </div>
      ) : (
        <>
          <Field {...field('name')} label={t('OFFERS.NAME')} lang={contentLanguage} maxLength={200} />
          <TextArea {...field('detail')} label={t('OFFERS.DETAIL')} lang={contentLanguage} rows={2} maxLength={500} />
        </>
      )}
      <div className={styles.trio}>
        <Field {...field('quantity')} label={t('OFFERS.QUANTITY')} inputMode="numeric" />
        <Field
          {...field('listPrice')}
          label={`${t('OFFERS.PRICE')}, ₼`}
          inputMode="decimal"
          readOnly={isLocked}
          hint={isLocked ? undefined : understood(line.listPrice, language)}
        />
        <Field {...field('discount')} label={`${t('OFFERS.DISCOUNT')}, %`} inputMode="numeric" />
      </div>
      {line.isMadeToOrder !== undefined && line.productId !== null && (
        <Check checked={line.isMadeToOrder} onChange={({ target }) => change(line.key, { isMadeToOrder: target.checked })}>
          {t('OFFERS.MAKE_TO_ORDER')}
        </Check>
      )}
      <p className={styles.marks}>
        <LineMarks line={line} editing={editing} />
      </p>
      {editing.isOver(line) && <p className={styles.over}>{t('OFFERS.OVER_LIMIT_LINE')}</p>}
      <p className={styles.sheetSum}>
        <span className="dim">{t('OFFERS.SUBTOTAL')}</span>
        <b>{subtotalText(line, language)} ₼</b>
      </p>
      <div className={styles.moves}>
        <Button size="small" disabled={at === 0} onClick={() => move(line.key, at - 1)}>
          {t('OFFERS.MOVE_UP')}
        </Button>
        <Button size="small" disabled={at === lines.length - 1} onClick={() => move(line.key, at + 1)}>
          {t('OFFERS.MOVE_DOWN')}
        </Button>
      </div>
    </Dialog>
  )
}
