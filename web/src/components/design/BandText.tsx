import type { Evaluation } from '@shared/rules/evaluate'
import type { Band } from '@shared/rules/price'
import { bandOf } from '@/lib/design/band'
import { useDesignTexts } from '@/lib/design/design-texts'
import type { BandQuery } from '@/lib/design/rates'
import { manatText } from '@/lib/design/words'
import styles from './BandText.module.css'

interface BandTextProps {
  evaluation: Evaluation
  query: BandQuery
}

/** The price band of a design, why there is none, or a way to load it again. */
export function BandText({ evaluation, query: { rates, isFailed, retry } }: BandTextProps) {
  const { t } = useDesignTexts()
  if (evaluation.layout === null) return <span className={styles.none}>{t('no-price')}</span>
  if (rates === undefined && isFailed) {
    return (
      <span className={styles.none}>
        {t('no-rates')}{' '}
        <button type="button" className="text-button" onClick={() => void retry()}>
          {t('retry')}
        </button>
      </span>
    )
  }
  const band = rates === undefined ? null : bandOf(evaluation, rates)
  return band === null ? <span className="figures">…</span> : <BandRange band={band} />
}

/** A price band, which screen readers say in words. */
export function BandRange({ band }: { band: Band }) {
  const { t, language } = useDesignTexts()
  const ends = { low: manatText(band.low, language), high: manatText(band.high, language) }
  return (
    <>
      <span className={`${styles.band ?? ''} figures`} aria-hidden="true">
        {ends.low}–{ends.high} <small className={styles.code}>AZN</small>
      </span>
      <span className="visually-hidden">{t('band-read', ends)}</span>
    </>
  )
}
