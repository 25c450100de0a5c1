import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '@shared/language'
import type { Swatch } from '@shared/palette/palette'
import styles from './Swatches.module.css'

interface SwatchesProps {
  colours: readonly Swatch[]
  selected: string
  onSelect: (slug: string) => void
  language: Language
}

/** A colour picker that names the selected colour beside its label. */
export function Swatches({ colours, selected, onSelect, language }: SwatchesProps) {
  const { t } = useTranslation()
  const name = useId()
  const current = colours.find(({ slug }) => slug === selected)
  return (
    <fieldset>
      <legend className={styles.legend}>
        {t('PRODUCT.COLORS')}: <b>{current?.names[language]}</b>
      </legend>
      <div className={styles.row}>
        {colours.map(({ slug, swatch, names }) => (
          <label key={slug} className={styles.option}>
            <input type="radio" name={name} className="visually-hidden" checked={slug === selected} onChange={() => onSelect(slug)} />
            <span className={styles.colour} style={{ backgroundColor: swatch }} />
            <span className="visually-hidden">{names[language]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
