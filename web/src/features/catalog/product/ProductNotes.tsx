import { Check, Hammer, Palette, Ruler } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { OwnSizeLink } from '@/components/quote/OwnSizeLink'
import { part } from '@/components/part'
import { classes } from '@shared/components/classes'
import { shopTermsQuery } from '@/lib/api/shop-terms-query'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { useLaterView } from '@/lib/later-view'
import { isFurniture } from '@/lib/quote/pieces'
import { canBeDesigned } from '@/lib/view/design'
import { readStored } from '@shared/storage'
import { colourName } from '@shared/palette/palette'
import { useQuery } from '@shared/query/use-query'
import { DeliveryLine } from './DeliveryLine'
import styles from './ProductDetails.module.css'

const ShowroomLine = part(() => import('./ShowroomLine'))

interface ProductNotesProps {
  product: Product
  quantity: number
  color: string | null
  /** Slug of the colour that the picture shows, if it is known. */
  picture: string | null | undefined
}

/** A colour without a picture, the stock, the delivery, the visitor's niche, the way to another size, and the showrooms. */
export default function ProductNotes({ product, quantity, color, picture }: ProductNotesProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { Note } = useLaterView()
  const [isNicheKept] = useState(() => readStored('niche') !== null)
  const isPictured = product.images.some((image) => image.color === color)
  return (
    <ul className={styles.list}>
      {!isPictured && color !== null && picture && (
        <li>
          <Palette size={24} strokeWidth={1.5} aria-hidden="true" />
          {t('PRODUCT.SHOWN_IN', { colour: colourName(picture, language) })}
        </li>
      )}
      <StockLine stock={product.stockQuantity} />
      <DeliveryLine product={product} />
      {isFurniture(product) && (
        // Reserves the height of what it will have.
        <li className={classes('screen-only', styles.niche)} data-kept={isNicheKept || undefined}>
          {Note !== null && <Note product={product} quantity={quantity} color={color} />}
        </li>
      )}
      <li className="screen-only">
        <Ruler size={24} strokeWidth={1.5} aria-hidden="true" />
        <span>
          {t('PRODUCT.OTHER_SIZE')}{' '}
          <OwnSizeLink product={product} quantity={quantity} color={color} className={styles.link}>
            {t('PRODUCT.OTHER_SIZE_LINK')}
          </OwnSizeLink>
          {canBeDesigned(product.categoryId) && (
            <>
              {' · '}
              <Link href={product.designCode ? `/design?from=${product.id}` : '/design'} className={styles.link}>
                {t('DESIGN.WAY_IN')}
              </Link>
            </>
          )}
        </span>
      </li>
      <ShowroomLine product={product} />
    </ul>
  )
}

/** `null` means made to order; what is sold out is made again. */
function StockLine({ stock }: { stock: number | null }) {
  const { t } = useTranslation()
  const { data: terms } = useQuery(shopTermsQuery)
  if (stock === null || stock <= 0) {
    return (
      <li>
        <Hammer size={24} strokeWidth={1.5} aria-hidden="true" />
        {terms && stock !== null ? t('PRODUCT.MADE_FOR_YOU', { count: terms.madeToOrderDays }) : t('PRODUCT.MADE_TO_ORDER')}
      </li>
    )
  }
  return (
    <li className={styles.inStock}>
      <Check size={24} strokeWidth={1.5} aria-hidden="true" />
      {t('PRODUCT.IN_STOCK', { count: stock })}
    </li>
  )
}
