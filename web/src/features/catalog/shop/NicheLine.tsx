import { useTranslation } from 'react-i18next'
import { useQuery } from '@shared/query/use-query'
import { NicheChip } from '@/components/niche/NicheChip'
import type { Product } from '@/lib/api/types'
import { fitOf } from '@/lib/niche/fit'
import type { Niche } from '@/lib/niche/niche'
import type { NicheLineProps } from '@/lib/later-view'
import { sizedListQuery } from '@/lib/niche/sized'
import { isFurniture } from '@/lib/quote/pieces'
import { nicheWidth, useNiche } from '@/stores/niche'
import { nicheOf, nicheRange } from '@/lib/niche/own-width'
import styles from './NicheLine.module.css'

/** The visitor's niche, and how many of the shown products fit it. */
export function NicheLine({ filter, products = [], onChange }: NicheLineProps) {
  const { t } = useTranslation()
  const niche = useNiche((state) => state.niche)
  const width = nicheWidth(niche)
  const isCounted = products.some(isFurniture)
  return (
    <div className={styles.line}>
      <NicheChip open={t('NICHE.OPEN')} />
      {niche !== null && isCounted && <Count niche={niche} products={products} />}
      {width !== null && isCounted && nicheOf(filter) !== width && (
        <button type="button" className={`text-button ${styles.only ?? ''}`} onClick={() => onChange(nicheRange(width))}>
          {t('NICHE.ONLY')}
        </button>
      )}
    </div>
  )
}

/** The number of products that fit as they are, once all sizes are known. */
function Count({ niche, products }: { niche: Niche; products: readonly Product[] }) {
  const { t } = useTranslation()
  const { data: sized } = useQuery(sizedListQuery(products))
  return (
    <p className={styles.count} role="status">
      {sized && t('NICHE.HERE', { count: sized.filter((product) => fitOf(product, niche)?.kind === 'fits').length })}
    </p>
  )
}
