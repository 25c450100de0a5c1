import type { Evaluation } from '@shared/rules/evaluate'
import { useDesignTexts } from './design-texts'
import styles from './BandText.module.css'
import { bandOf, type BandQuery } from './rates'
import { manatText } from './words'

interface BandTextProps {
  evaluation: Evaluation
  query: BandQuery
}

/** The price band of a design, why there is none, or a way to load it again. */
export function BandText({ evaluation, query: { rates, isFailed, retry } }: BandTextProps) {
  const { t, language } = useDesignTexts()
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
  if (band === null) return <span className="figures">…</span>
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
