import { useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { HeartButton } from '@/components/HeartButton'
import { part } from '@/components/part'
import { PriceBlock } from '@/components/PriceBlock'
import { QuantityField } from '@/components/choices/quantity-part'
import { QuoteButton } from '@/components/QuoteButton'
import { Stars } from '@/components/Stars'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { knownProduct } from '@/lib/known-product'
import { localized } from '@/lib/localized'
import { maxPieces } from '@/lib/quote/pieces'
import { paletteSlugs } from '@shared/palette/slugs'
import { Gallery } from './Gallery'
import { pieceDrawing } from '@/lib/catalog/piece-drawing'
import { ProductName } from './ProductName'
import styles from './ProductDetails.module.css'

const QuoteBar = part(() => import('./QuoteBar'))
const WhatsAppLink = part(() => import('./WhatsAppLink'), undefined, <span />)
const ProductNotes = part(() => import('./ProductNotes'))
const ColourChoice = part(() => import('./ColourChoice'))
const InstalmentLine = part(() => import('./InstalmentLine'))
const SelectButton = part(() => import('@/components/quote/SelectButton'), undefined, <span />)

export function ProductDetails({ product }: { product: Product }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const name = localized(product, 'name', language)
  const colours = product.colors.filter((slug) => paletteSlugs.includes(slug))
  const [search, setSearch] = useSearchParams()
  const colour = colours.find((slug) => slug === search.get('color')) ?? colours[0] ?? ''
  // A colour of the address shows its picture, the default one the first.
  const [first] = useState(() => (search.has('color') ? Math.max(0, pictureOf(product, colour)) : 0))
  const [picture, setPicture] = useState(first)
  const [quantity, setQuantity] = useState(1)
  const [isCounted, setCounted] = useState(true)
  const quote = useRef<HTMLDivElement>(null)

  const chooseColour = (slug: string) => {
    setSearch({ ...Object.fromEntries(search), color: slug }, { replace: true })
    const index = pictureOf(product, slug)
    if (index !== -1) setPicture(index)
  }

  // The first render after a click on a card has what the card showed; the rest follows without blocking the input.
  const complete = useDeferredValue(true, false)
  const request = { product, quantity, color: colour === '' ? null : colour }
  const quoteButton = <QuoteButton {...request} disabled={!isCounted} />

  return (
    <>
      <div className={styles.top}>
        <Gallery
          images={product.images}
          drawing={pieceDrawing(product)}
          name={name}
          smaller={{ index: first, url: knownProduct(product.id)?.picture }}
          selected={picture}
          onSelect={setPicture}
        />
        <div className={styles.facts}>
          <ProductName product={product} />
          {product.reviewCount > 0 && (
            <p className={styles.reviews}>
              <Stars rating={product.rating} />
              <span className="small">{t('PRODUCT.REVIEWS', { count: product.reviewCount })}</span>
            </p>
          )}
          <PriceBlock item={product} size="product" badge />
          {complete && (
            <>
              <InstalmentLine product={product} />
              <p className={styles.description}>{localized(product, 'description', language)}</p>
              {colours.length > 0 && (
                <div className={styles.colours}>
                  <ColourChoice slugs={colours} selected={colour} onSelect={chooseColour} />
                </div>
              )}
              <div className={`${styles.actions ?? ''} screen-only`}>
                <QuantityField value={quantity} max={maxPieces} onChange={setQuantity} onValidity={setCounted} />
                <div ref={quote} className={styles.quote}>
                  {quoteButton}
                </div>
                <HeartButton productId={product.id} name={name} framed />
              </div>
              {/* The other ways to ask. */}
              <div className={`${styles.ways ?? ''} screen-only`}>
                <SelectButton {...request} disabled={!isCounted} />
                <WhatsAppLink product={product} colour={colour} />
              </div>
              <ProductNotes {...request} picture={product.images[picture]?.color} />
            </>
          )}
        </div>
      </div>
      {complete && (
        <QuoteBar product={product} insteadOf={quote} beside={<WhatsAppLink product={product} colour={colour} square />}>
          {quoteButton}
        </QuoteBar>
      )}
    </>
  )
}

/** Index of the first picture in a colour, or -1. */
function pictureOf(product: Product, colour: string): number {
  return product.images.findIndex(({ color }) => color === colour)
}
