import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shopTermsQuery } from '@/lib/api/shop-terms-query'
import type { Product, ShopTerms } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized, textLines } from '@/lib/localized'
import { classes } from '@shared/components/classes'
import { useQuery } from '@shared/query/use-query'
import { doorSwing, readableWeight } from './facts'
import styles from './ProductFacts.module.css'

/** Materials, care and boxes of a product, and the promises of the shop's terms. */
export function ProductFacts({ product }: { product: Product }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const title = useId()
  const { data: terms, isPending } = useQuery(shopTermsQuery)
  const lines = (field: 'materials' | 'care' | 'boxContents') => textLines(localized(product, field, language))
  const facts = [
    { name: t('PRODUCT.MATERIALS'), lines: lines('materials') },
    { name: t('PRODUCT.BOX'), lines: lines('boxContents') },
    { name: t('PRODUCT.CARE'), lines: lines('care') },
    { name: t('PRODUCT.CARRYING'), lines: useCarrying(product, terms ?? null) },
    { name: t('PRODUCT.WARRANTY'), lines: useWarranty(terms ?? null) },
    { name: t('PRODUCT.RETURN'), lines: useReturns(product, terms ?? null) },
  ].filter((fact) => fact.lines.length > 0)
  // Rendered at once with the terms, so that nothing below shifts.
  if (isPending || facts.length === 0) return null
  return (
    <section className={classes('section', styles.section)} aria-labelledby={title}>
      <h2 id={title}>{t('PRODUCT.GOOD_TO_KNOW')}</h2>
      <dl className={styles.facts}>
        {facts.map(({ name, lines: texts }) => (
          <Fact key={name} name={name}>
            {texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </Fact>
        ))}
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.lines}>{children}</dd>
    </div>
  )
}

/** Delivery into the home, weight, and the room that the doors need. */
function useCarrying(product: Product, terms: ShopTerms | null): string[] {
  const { t } = useTranslation()
  const language = useLanguage()
  const lines: string[] = []
  const carriedIn = terms?.carriedIn ?? null
  if (carriedIn !== null) lines.push(t(carriedIn ? 'PRODUCT.CARRIED_IN' : 'PRODUCT.NOT_CARRIED_IN'))
  if (product.weightGrams) {
    const { unit, value } = readableWeight(product.weightGrams, language)
    const weight = t(unit === 'grams' ? 'PRODUCT.GRAMS' : 'PRODUCT.KILOGRAMS', { value })
    lines.push(t('PRODUCT.WEIGHT', { weight }))
  }
  const swing = doorSwing(product)
  if (swing !== null) lines.push(swing === 0 ? t('PRODUCT.DOORS_SLIDE') : t('PRODUCT.DOOR_SWING', { size: swing }))
  return lines
}

function useWarranty(terms: ShopTerms | null): string[] {
  const { t } = useTranslation()
  const months = terms?.warrantyMonths ?? null
  if (months === null) return []
  const years = months / 12
  const time = Number.isInteger(years) ? t('PRODUCT.WARRANTY_YEARS', { count: years }) : t('PRODUCT.WARRANTY_MONTHS', { count: months })
  return [time, t('PRODUCT.WARRANTY_TEXT')]
}

/** Terms of return: pieces made for a customer are excluded. */
function useReturns({ stockQuantity }: Product, terms: ShopTerms | null): string[] {
  const { t } = useTranslation()
  const days = terms?.returnDays ?? null
  if (days === null) return []
  if (days === 0) return [t('PRODUCT.RETURN_NONE')]
  const isInStock = stockQuantity !== null && stockQuantity > 0
  return [...(isInStock ? [t('PRODUCT.RETURN_DAYS', { count: days })] : []), t('PRODUCT.RETURN_MADE')]
}
