import { OfferFrame, OfferLoading } from './OfferFrame'

/** First view of an offer, which loads with the token that no server is sent. */
export function OfferFirstView() {
  return (
    <OfferFrame sender={null}>
      <OfferLoading />
    </OfferFrame>
  )
}
