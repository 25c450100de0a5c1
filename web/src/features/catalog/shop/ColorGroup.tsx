import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/lib/i18n/setup'
import { paletteColours } from '@shared/palette/palette'
import { paletteSlugs } from '@shared/palette/slugs'
import type { Facets } from '@/lib/api/types'
import { FilterGroup } from './FilterGroup'
import styles from './Filters.module.css'
import { OptionBox } from './OptionBox'
import type { ShopChange } from './shop-query'

interface ColorGroupProps {
  selected: readonly string[]
  facets: Facets | null
  onChange: (change: ShopChange) => void
}

/** Number of colours before the others are opened. */
const shownFirst = 6

/** The colours, the most frequent first. */
function byFrequency(facets: Facets | null): string[] {
  const count = (slug: string) => facets?.colors[slug] ?? 0
  return [...paletteSlugs].sort((left, right) => count(right) - count(left))
}

/** Wood and colour: any of the chosen ones. */
export function ColorGroup({ selected, facets, onChange }: ColorGroupProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const list = useId()
  // The order of the first answer stays: a box must not move when another one is chosen.
  const [slugs] = useState(() => byFrequency(facets))
  const [all, setAll] = useState(false)
  const shown = slugs.filter((slug, index) => all || index < shownFirst || selected.includes(slug))

  const choose = (slug: string, chosen: boolean) => {
    const colors = paletteSlugs.filter((other) => (other === slug ? chosen : selected.includes(other)))
    onChange({ colors })
  }
  return (
    <FilterGroup title={t('SHOP.COLORS')} open>
      <ul id={list}>
        {paletteColours(shown).map(({ slug, swatch, names }) => (
          <li key={slug}>
            <OptionBox
              checked={selected.includes(slug)}
              count={facets === null ? undefined : (facets.colors[slug] ?? 0)}
              onChange={(chosen) => choose(slug, chosen)}
            >
              <span className={styles.swatch} style={{ backgroundColor: swatch }} />
              {names[language]}
            </OptionBox>
          </li>
        ))}
      </ul>
      {(all || shown.length < slugs.length) && (
        <button type="button" className={styles.more} aria-expanded={all} aria-controls={list} onClick={() => setAll(!all)}>
          {all ? t('SHOP.FEWER_COLORS') : t('SHOP.MORE_COLORS', { count: slugs.length - shown.length })}
        </button>
      )}
    </FilterGroup>
  )
}
