import { useTranslation } from 'react-i18next'
import { paletteColours } from '@shared/palette/palette'
import { paletteSlugs } from '@shared/palette/slugs'
import { useLanguage } from '@desk/i18n/language'
import parts from '@desk/components/record/Record.module.css'
import { ChangeMark } from '@desk/components/record/ChangeMark'
import styles from './Product.module.css'
import type { Editing } from './use-product'

/** The colours of the palette that the product has. */
export function Colours({ editing, mayWrite }: { editing: Editing; mayWrite: boolean }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { shown, store } = editing
  const { colors } = shown
  const toggle = (slug: string) =>
    store.change('colors', colors.includes(slug) ? colors.filter((other) => other !== slug) : [...colors, slug])
  return (
    <div className={parts.marked} role="group" aria-label={t('PRODUCT.COLOURS')}>
      <p className={parts.label}>{t('PRODUCT.COLOURS')}</p>
      <p className={styles.swatches}>
        {paletteColours(mayWrite ? paletteSlugs : colors).map(({ slug, swatch, names }) =>
          mayWrite ? (
            <button
              key={slug}
              type="button"
              name={slug === paletteSlugs[0] ? 'colors' : undefined}
              className={styles.swatch}
              style={{ backgroundColor: swatch }}
              aria-pressed={colors.includes(slug)}
              aria-label={names[language]}
              title={names[language]}
              onClick={() => toggle(slug)}
            />
          ) : (
            <i key={slug} className={styles.swatch} style={{ backgroundColor: swatch }} role="img" aria-label={names[language]} />
          ),
        )}
      </p>
      <ChangeMark editing={editing} field="colors" />
    </div>
  )
}
