import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@shared/components/Field'
import { unitName } from '@shared/measures'
import { TextLink } from '@/components/TextLink'
import type { Facets } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { keepNicheWidth, nicheWidth, useNiche } from '@/stores/niche'
import { nicheOf, nicheRange, ownSizePath } from '@/lib/niche/own-width'
import { typedWidth, type ProductFilter } from '../queries'
import { parseBound } from './bound'
import { FilterGroup } from './FilterGroup'
import styles from './Filters.module.css'
import { RangeFields } from './RangeFields'
import { widthDigits, type ShopChange } from './shop-query'

interface WidthGroupProps {
  filter: ProductFilter
  facets: Facets | null
  sheet: boolean
  onChange: (change: ShopChange) => void
}

const errorTexts = { number: 'SHOP.WIDTH_NUMBER', order: 'SHOP.WIDTH_ORDER' } as const

/** The width of the niche in whole centimetres, and the exact range of widths. */
export function WidthGroup({ filter, facets, sheet, onChange }: WidthGroupProps) {
  const { t } = useTranslation()
  const { minWidth, maxWidth } = filter
  const width = nicheOf(filter)
  const kept = useNiche(({ niche }) => nicheWidth(niche))

  const choose = (next: number | null) => {
    // A sheet keeps the niche when it is applied.
    if (next !== null && !sheet) keepNicheWidth(next)
    onChange(next === null ? { minWidth: null, maxWidth: null } : nicheRange(next))
  }
  return (
    <FilterGroup title={t('SHOP.WIDTH')} open>
      <NicheField width={width} live={sheet} onChange={choose} />
      <p className={styles.hint}>
        {width === null ? t('SHOP.WIDTH_HINT') : t('SHOP.NICHE_HINT', { from: minWidth, to: maxWidth })}{' '}
        <TextLink href={ownSizePath({ width: typedWidth(filter), isNiche: width !== null, category: filter.categoryId })}>
          {t('SHOP.WIDTH_ASK')}
        </TextLink>
      </p>
      {kept !== null && kept !== width && (
        <button type="button" className={styles.more} onClick={() => choose(kept)}>
          {t('NICHE.USE', { width: kept })}
        </button>
      )}
      <details className={styles.precise} open={width === null && typedWidth(filter) !== null}>
        <summary>{t('SHOP.WIDTH_PRECISELY')}</summary>
        <RangeFields
          min={minWidth}
          max={maxWidth}
          maxDigits={widthDigits}
          bounds={facets?.width}
          errorTexts={errorTexts}
          live={sheet}
          onChange={({ min, max }) => onChange({ minWidth: min, maxWidth: max })}
        />
      </details>
    </FilterGroup>
  )
}

interface NicheFieldProps {
  width: number | null
  /** Applies a valid number as it is typed; by default on Enter and when the focus leaves the field. */
  live: boolean
  onChange: (width: number | null) => void
}

const fieldText = (width: number | null) => width?.toString() ?? ''

/** The one number that most people know: the width of the niche. */
function NicheField({ width, live, onChange }: NicheFieldProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [text, setText] = useState(fieldText(width))
  const [isWrong, setWrong] = useState(false)
  const [known, setKnown] = useState(width)

  // A change from elsewhere, such as a removed chip.
  if (known !== width) {
    setKnown(width)
    setText(fieldText(width))
    setWrong(false)
  }

  const apply = (typed: string): boolean => {
    const next = parseBound(typed, widthDigits, Math.floor)
    if (next === undefined) return false
    if (next !== known) {
      setKnown(next)
      onChange(next)
    }
    return true
  }
  const check = () => setWrong(!apply(text))
  const onType = (typed: string) => {
    setText(typed)
    setWrong(false)
    if (live) apply(typed)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') check()
  }
  return (
    <Field
      label={t('SHOP.NICHE_WIDTH')}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      unit={unitName(language)}
      error={isWrong ? t('SHOP.WIDTH_NUMBER') : undefined}
      onChange={(event) => onType(event.target.value)}
      onBlur={check}
      onKeyDown={onKeyDown}
    />
  )
}
