import { useTranslation } from 'react-i18next'
import { Select } from '@shared/components/Field'
import { formatAmount } from '@shared/money'
import { Block } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { generalCells, steps } from './cells'
import { WholeField } from './CostTable'
import styles from './PriceBook.module.css'
import { rowLabel } from './texts'
import type { CellValue } from './values'
import { factsOf, type BookView } from './view'

/** Cells of all prices: markup, VAT, the band, waste of edging and rounding. */
export function General({ view }: { view: BookView }) {
  const { t } = useTranslation()
  return (
    <Block title={t('PRICE_BOOK.GENERAL')} aside={view.typing === null ? undefined : t('PRICE_BOOK.CODE_NEEDED')}>
      <div className={styles.general}>
        {generalCells.map((name) =>
          name === 'roundTo' ? <Rounding key={name} view={view} /> : <WholeField key={name} view={view} name={name} unit="%" />,
        )}
      </div>
      <p className={`${styles.hint ?? ''} small dim`}>{t('PRICE_BOOK.GENERAL_TEXT')}</p>
    </Block>
  )
}

function Rounding({ view }: { view: BookView }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const label = rowLabel(t, 'roundTo', language)
  const show = (step: CellValue | undefined) => (typeof step === 'number' ? `${formatAmount(step, language)} ₼` : '–')
  const { text, isChanged, error, actions } = factsOf(view, 'roundTo', t, language)
  const old = isChanged ? show(view.before?.roundTo) : null
  if (actions === null) {
    return (
      <div className={styles.fact}>
        <span className="small dim">{label}</span>
        <span>
          {old !== null && <s className="dim">{old}</s>} {show(view.cells.roundTo)}
        </span>
      </div>
    )
  }
  return (
    <div className={styles.whole} data-changed={isChanged || undefined}>
      <Select
        name="roundTo"
        label={label}
        hint={old === null ? undefined : t('PRICE_BOOK.BEFORE', { value: old })}
        error={error}
        value={text}
        onChange={({ target }) => actions.change('roundTo', target.value)}
        onBlur={() => actions.save()}
      >
        {steps.map((one) => (
          <option key={one} value={String(one)}>
            {show(one)}
          </option>
        ))}
      </Select>
    </div>
  )
}
