import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import type { Offer } from '@desk/api/records'
import { useMay, useMe } from '@desk/api/session'
import { RecordPage } from '@desk/components/RecordPage'
import { fullName } from '@desk/lib/names'
import { customerName } from '@desk/lib/quotes'
import { lookAt } from '@desk/lib/stream'
import { Editor } from './Editor'
import { useOffer, useQuote } from './queries'
import { SentOffer } from './SentOffer'

/** One revision of an offer: the editor of a draft, or a sent one as it went out. */
export default function OfferScreen() {
  const { number, id } = useParams<{ number: string; id: string }>()
  const offer = useOffer(id)
  return (
    <RecordPage query={offer} label={number} missing={{ title: 'OFFERS.NOT_FOUND', text: 'OFFERS.NOT_FOUND_TEXT' }}>
      {(data, notice) => (
        <>
          {notice}
          <OpenOffer key={id} offer={data} />
        </>
      )}
    </RecordPage>
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
