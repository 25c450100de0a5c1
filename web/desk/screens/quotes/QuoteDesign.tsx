import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '@shared/dates'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { call } from '@desk/api/client'
import type { Quote, QuoteItem } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { LinkButton } from '@desk/components/Links'
import { useLanguage } from '@desk/i18n/language'
import { designerPath } from '@desk/lib/quotes'
import { useNow } from '@desk/lib/use-now'
import { MeasuredDialog } from './MeasuredDialog'
import styles from './OpenQuote.module.css'
import { useQuoteCall } from './queries'

interface QuoteDesignProps {
  quote: Quote
  /** Id of the piece. */
  itemId: number
  design: NonNullable<QuoteItem['design']>
}

/**
 * A designed piece in words, its price by the rule book, the range that the customer saw, whether it was measured, and the link to the
 * design.
 */
export default function QuoteDesign({ quote, itemId, design }: QuoteDesignProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const now = useNow()
  const mayWrite = useMay('quotes.write') && !quote.isWiped
  const [isMeasuring, setMeasuring] = useState(false)
  const { code, total, shown, measured, isNewestPrices } = design
  const path = { number: quote.number, id: String(itemId) }
  const renew = useQuoteCall(() => call('POST', '/desk/quotes/{number}/items/{id}/renew', { path, body: { from: code } }))
  const sentences = { az: design.sentenceAz, ru: design.sentenceRu, en: design.sentenceEn }
  return (
    <>
      <p className="small">{sentences[language]}</p>
      <p className={styles.price}>{total === null ? t('QUOTE.DESIGN_WISH') : formatWithSign(toQepik(total), language)}</p>
      {shown !== null && (
        <p className="dim small">
          {t('QUOTE.DESIGN_SHOWN', {
            low: formatWithSign(toQepik(shown.low), language),
            high: formatWithSign(toQepik(shown.high), language),
          })}
        </p>
      )}
      {measured === null ? (
        <p className="small">{t('QUOTE.NOT_MEASURED')}</p>
      ) : (
        <p className="dim small">
          {t('QUOTE.MEASURED_BY', { day: formatDay(measured.at, language, now), name: measured.by?.name ?? t('TIMELINE.SYSTEM') })}
          {measured.text !== '' && `: ${measured.text}`}
        </p>
      )}
      <p className={styles.designActions}>
        <a href={mayWrite ? designerPath(language, quote.number, itemId, code) : `/${language}/design#${code}`}>{t('QUOTE.DESIGN_OPEN')}</a>
        {mayWrite && <LinkButton onClick={() => setMeasuring(true)}>{t('QUOTE.MEASURE')}</LinkButton>}
        {mayWrite && !isNewestPrices && <LinkButton onClick={() => renew.mutate(undefined)}>{t('QUOTE.RENEW_PRICE')}</LinkButton>}
      </p>
      {isMeasuring && <MeasuredDialog quote={quote} itemId={itemId} code={code} onClose={() => setMeasuring(false)} />}
    </>
  )
}
