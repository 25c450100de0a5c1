import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { buttonClass } from '@shared/components/Button'
import { Status } from '@shared/components/Status'
import { formatDate, formatDay, formatDayWithWeekday, nextHalfHour, timeInBaku } from '@shared/dates'
import { toQepik } from '@shared/price'
import { useQuery } from '@shared/query/use-query'
import { SignPrice } from '@/components/PriceBlock'
import { productsByIdQuery } from '@/lib/api/product-queries'
import type { AccountQuote } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import styles from './QuoteBlock.module.css'
import { isOpen, offerTexts, progressTexts } from './quote-texts'
import { QuotedPiece } from './QuotedPiece'
import { quotesPath } from './quotes-view'

interface QuoteBlockProps {
  quote: AccountQuote
  /** The number leads to the quote. */
  isInList?: boolean
}

/** The products of the pieces, each once; designed pieces may have none. */
function productIds(quote: AccountQuote): number[] {
  return [...new Set(quote.items.flatMap(({ productId }) => productId ?? []))]
}

/** A quote request with its state, its pieces and its offers. */
export function QuoteBlock({ quote, isInList = false }: QuoteBlockProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [now] = useState(() => new Date())
  const { data: products } = useQuery(productsByIdQuery(productIds(quote)))
  const name = t('ACCOUNT.QUOTES.NUMBER', { number: quote.number })
  const progress = progressTexts[quote.progress]
  return (
    <article className={styles.block} aria-label={name}>
      <div className={styles.head}>
        <h2 className={styles.number}>{isInList ? <Link href={quotesPath({ quote: quote.number })}>{name}</Link> : name}</h2>
        <time dateTime={quote.createdAt} className={styles.date}>
          {formatDate(quote.createdAt, language)}
        </time>
        <Status isTinted tone={progress.tone}>
          {t(progress.text)}
        </Status>
      </div>
      {quote.promisedAt !== null && <CallBy at={quote.promisedAt} now={now} />}
      {quote.offers.length > 0 && (
        <ul className={styles.offers}>
          {quote.offers.map((offer) => (
            <li key={offer.number} className={styles.offer}>
              <OfferLine offer={offer} now={now} />
            </li>
          ))}
        </ul>
      )}
      <ul className={styles.pieces}>
        {quote.items.map((item, index) => (
          // The pieces of a sent request have no ids and never change.
          <QuotedPiece key={index} item={item} product={products?.find(({ id }) => id === item.productId)} />
        ))}
      </ul>
      <p className={styles.actions}>
        <a href={`/${language}/conversation#${quote.conversationToken}`} className={buttonClass({ size: 'small' })}>
          {t('QUOTE.TALK')}
          <span className="visually-hidden"> {quote.number}</span>
        </a>
      </p>
    </article>
  )
}

/** The time by which the shop calls; a promise that was not kept says so. */
function CallBy({ at, now }: { at: string; now: Date }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const until = nextHalfHour(at)
  const isPast = new Date(until) < now
  const times = { day: formatDayWithWeekday(until, language, now), time: timeInBaku(until) }
  return <p className={styles.call}>{t(isPast ? 'ACCOUNT.QUOTES.CALL_LATE' : 'QUOTE.CALL_BY', times)}</p>
}

function OfferLine({ offer, now }: { offer: AccountQuote['offers'][number]; now: Date }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isAcceptable = isOpen(offer.state)
  const state = offerTexts[offer.state]
  const name = t(offer.revision > 1 ? 'ACCOUNT.QUOTES.OFFER_REVISION' : 'ACCOUNT.QUOTES.OFFER', offer)
  return (
    <>
      <div className={styles.offerWords}>
        <h3 className={styles.offerNumber}>{name}</h3>
        {isAcceptable && <p className="second">{t('OFFER.VALID', { day: formatDay(offer.validUntil, language, now) })}</p>}
        {state !== undefined && <Status tone={state.tone}>{t(state.text)}</Status>}
      </div>
      <p className={`${styles.sum ?? ''} figures`}>
        <SignPrice amount={toQepik(offer.total)} />
      </p>
      <a href={`/${language}/offer#${offer.token}`} className={buttonClass({ size: 'small', ...(isAcceptable && { variant: 'primary' }) })}>
        {t(isAcceptable ? 'ACCOUNT.QUOTES.SEE_AND_ACCEPT' : 'ACCOUNT.QUOTES.SEE_OFFER')}
        <span className="visually-hidden"> {offer.number}</span>
      </a>
    </>
  )
}
