import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { isTransient } from '@shared/api/error'
import { useMay, useMe } from '@desk/api/session'
import type { Offer } from '@desk/api/offers'
import { Empty, LoadError, Skeleton } from '@desk/components/Parts'
import { fullName } from '@desk/lib/names'
import { customerName } from '@desk/lib/quotes'
import { lookAt } from '@desk/lib/stream'
import { Editor } from './Editor'
import styles from './Offer.module.css'
import { useOffer, useQuote } from './queries'
import { SentOffer } from './SentOffer'

/** One revision of an offer: the editor of a draft, or a sent one as it went out. */
export default function OfferScreen() {
  const { t } = useTranslation()
  const { number, id } = useParams<{ number: string; id: string }>()
  const offer = useOffer(id)
  if (offer.data !== undefined) return <OpenOffer key={id} offer={offer.data} />
  return (
    <section className={styles.loading} aria-label={number} aria-busy={offer.isPending}>
      {offer.isError ? (
        isTransient(offer.error) ? (
          <LoadError onRetry={() => void offer.refetch()} />
        ) : (
          <Empty title={t('OFFERS.NOT_FOUND')} text={t('OFFERS.NOT_FOUND_TEXT')} />
        )
      ) : (
        <>
          <Skeleton width="40%" height={20} />
          <Skeleton width="80%" />
          <Skeleton width="70%" />
          <Skeleton width="75%" />
        </>
      )}
    </section>
  )
}

function OpenOffer({ offer }: { offer: Offer }) {
  const { t } = useTranslation()
  const me = useMe()
  const { data: quote } = useQuote(offer.quoteNumber)
  const mayWriteOffers = useMay('offers.write')
  const isDraft = offer.state === 'draft'
  const [wasDraft] = useState(isDraft)
  const isEditing = useRef(false)
  useEffect(() => {
    isEditing.current = isDraft
  }, [isDraft])
  useEffect(() => lookAt('offer', offer.id, () => isEditing.current), [offer.id])

  // The service decides; this only keeps buttons away that it would refuse.
  const assignee = quote?.assignee ?? null
  const mayWrite = mayWriteOffers && quote?.isWiped !== true && (me.role !== 'sales' || assignee === null || assignee.id === me.id)
  const customer = quote === undefined ? offer.quoteNumber : (customerName(quote) ?? t('QUOTES.WIPED'))
  const sentByOther = offer.sentBy !== null && offer.sentBy.id !== me.id
  const sender = sentByOther ? { name: offer.sentBy?.name ?? '', phone: null } : { name: fullName(me), phone: me.phone }
  if (isDraft && mayWrite) return <Editor offer={offer} quote={quote} customer={customer} sender={sender} />
  return (
    <SentOffer
      offer={offer}
      quote={quote}
      customer={customer}
      sender={sender}
      mayWrite={mayWrite}
      isJustSent={wasDraft && mayWrite && offer.state === 'sent'}
    />
  )
}
