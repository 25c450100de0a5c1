import { useTranslation } from 'react-i18next'
import { classes } from '@shared/components/classes'
import { useQuery } from '@shared/query/use-query'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { fitOf } from '@/lib/niche/fit'
import { fitText } from '@/lib/niche/fit-text'
import { sizedQuery } from '@/lib/niche/sized'
import { useNiche } from '@/stores/niche'
import styles from './CardFit.module.css'
import { NicheDrawing } from './NicheDrawing'

/**
 * How a card's product fits the visitor's niche, drawn and said at the lower edge of its picture, where it moves nothing. Absent
 * without a niche, and until the sizes are there.
 */
export default function CardFit({ product, corner }: { product: Product; corner: boolean }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const niche = useNiche((state) => state.niche)
  const { data, error } = useQuery({ ...sizedQuery(product), enabled: niche !== null })
  // Without the sizes the list's own text remains.
  const sized = data ?? (error === null ? null : product)
  const fit = niche === null || sized === null ? null : fitOf(sized, niche)
  if (niche === null || sized === null || fit === null) return null
  return (
    <div className={styles.picture}>
      <p className={classes(styles.fit, corner && styles.besideCorner)} data-kind={fit.kind}>
        <NicheDrawing product={sized} niche={niche} fit={fit} className={styles.drawing} />
        <span>{fitText(t, language, fit)}</span>
      </p>
    </div>
  )
}
