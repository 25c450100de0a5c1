import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { ButtonLink } from '@shared/components/Button'
import { Skeleton } from '@shared/components/Skeleton'
import { formatMeasures, isSameSize, type Measures } from '@shared/measures'
import { tablet } from '@shared/media'
import { paletteColours } from '@shared/palette/palette'
import { useQuery } from '@shared/query/use-query'
import { Picture } from '@/components/Picture'
import { PriceBlock } from '@/components/PriceBlock'
import { TextLink } from '@/components/TextLink'
import { shopTermsQuery } from '@/lib/api/shop-terms-query'
import type { Product, ProductImage, Project } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { sizesOf } from '@/lib/quote/sizes'
import { canBeDesigned, designPath } from '@/lib/view/design'
import styles from './ProjectPiece.module.css'
import { productByCodeQuery } from './queries'

export type NearestPiece = NonNullable<Project['piece']>

const shownPictures = 3

/** The pictures of a product that show a colour, or none in particular; others follow. In their own order without one in the colour. */
function picturesIn(color: string | null, images: readonly ProductImage[]): ProductImage[] {
  if (!images.some((image) => image.color === color)) return images.slice(0, shownPictures)
  const distance = (image: ProductImage) => (image.color === color ? 0 : image.color === null ? 1 : 2)
  return images.toSorted((one, other) => distance(one) - distance(other)).slice(0, shownPictures)
}

/** The slug of a colour that the product is offered in; null for others. */
const offered = (color: string | null, product: Product) => (color !== null && product.colors.includes(color) ? color : null)

/** Path of a quote for the product in the colour and the width of a project. */
export function quoteLikePath({ color, measures }: Pick<NearestPiece, 'color' | 'measures'>, product: Product): string {
  const { own } = sizesOf(product)
  const query = new URLSearchParams({ product: String(product.id) })
  const colour = offered(color, product)
  if (colour !== null) query.set('color', colour)
  if (measures !== null && own !== null && !isSameSize(measures, own)) {
    query.set('size', 'own')
    query.set('width', String(Math.round(measures.widthMm / 10)))
  }
  return `/quote?${query.toString()}`
}

/** The product nearest to a project, and the project's size and wood; renders nothing if the shop does not have the product. */
export default function ProjectPiece({ piece }: { piece: NearestPiece }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: product, isPending } = useQuery(productByCodeQuery(piece.productCode))
  if (isPending) return <Skeleton ratio="2 / 1" />
  if (product === undefined || product === null) return null
  const name = localized(product, 'name', language)
  const colour = offered(piece.color, product)
  return (
    <section className={styles.piece} aria-label={t('PROJECTS.LIKE')}>
      <ul className={styles.pictures}>
        {picturesIn(piece.color, product.images).map((image) => (
          <li key={image.imageUrl}>
            <Picture className={styles.picture} image={image} alt="" sizes={`${tablet} 20vw, 33vw`} />
          </li>
        ))}
      </ul>
      <div className={styles.words}>
        <h2>{t('PROJECTS.LIKE')}</h2>
        <Facts {...piece} />
        <div>
          <p className="small second">{t('PROJECTS.NEAREST')}</p>
          <p>
            <Link className={styles.name} href={colour === null ? `/shop/${product.id}` : `/shop/${product.id}?color=${colour}`}>
              {name}
            </Link>
          </p>
          <PriceBlock item={product} />
        </div>
        <div className={styles.ways}>
          <ButtonLink variant="primary" href={quoteLikePath(piece, product)}>
            {t('PROJECTS.ASK')}
          </ButtonLink>
          {canBeDesigned(product.categoryId) && (
            <TextLink href={designPath(piece.measures ?? {})} arrow>
              {t('DESIGN.WAY_IN')}
            </TextLink>
          )}
        </div>
      </div>
    </section>
  )
}

function Facts({ color, measures }: { color: string | null; measures: Measures | null }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: terms } = useQuery(shopTermsQuery)
  const [colour] = color === null ? [] : paletteColours([color])
  return (
    <dl className={styles.facts}>
      {measures !== null && (
        <div>
          <dt className="small second">{t('QUOTE.SIZE')}</dt>
          <dd className="figures">{formatMeasures(measures, language)}</dd>
        </div>
      )}
      {colour !== undefined && (
        <div>
          <dt className="small second">{t('PROJECTS.WOOD')}</dt>
          <dd>{colour.names[language]}</dd>
        </div>
      )}
      {terms && (
        <div>
          <dt className="small second">{t('PROJECTS.TIME')}</dt>
          <dd>{t('PRODUCT.AFTER_DRAWING', { count: terms.madeToOrderDays })}</dd>
        </div>
      )}
    </dl>
  )
}
