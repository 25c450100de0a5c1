import { useQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/Button'
import { Field } from '@/components/Field'
import type { Product } from '@/lib/api/types'
import { unitPrice } from '@shared/price'
import { priceRangeQuery } from '../queries'
import { checkPriceRange, normalizePrice, type PriceErrors } from './price-range'
import styles from './PriceRange.module.css'
import type { ShopChange } from './shop-query'

interface PriceRangeProps {
  minPrice: number | null
  maxPrice: number | null
  onChange: (change: ShopChange) => void
}

function wholeAzn(product: Product | null | undefined, round: (value: number) => number): string | undefined {
  return product ? String(round(unitPrice(product).payable / 100)) : undefined
}

/** A price filter in whole AZN, with the shop's lowest and highest price as placeholders. */
export function PriceRange({ minPrice, maxPrice, onChange }: PriceRangeProps) {
  const { t } = useTranslation()
  const { data: range } = useQuery(priceRangeQuery)
  const [min, setMin] = useState(minPrice === null ? '' : String(minPrice))
  const [max, setMax] = useState(maxPrice === null ? '' : String(maxPrice))
  const [errors, setErrors] = useState<PriceErrors>({})

  const apply = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [from, to] = [normalizePrice(min), normalizePrice(max)]
    const problems = checkPriceRange(from, to)
    setErrors(problems)
    if (Object.keys(problems).length === 0) {
      onChange({ minPrice: from === '' ? null : from, maxPrice: to === '' ? null : to })
    }
  }

  return (
    <form className={styles.form} onSubmit={apply} noValidate>
      <div className={styles.row}>
        <Field
          label={t('SHOP.PRICE_FROM')}
          inputMode="numeric"
          value={min}
          placeholder={wholeAzn(range?.lowest, Math.floor)}
          error={errors.min && t(errors.min)}
          onChange={(event) => {
            setMin(event.target.value)
            setErrors({})
          }}
        />
        <Field
          label={t('SHOP.PRICE_TO')}
          inputMode="numeric"
          value={max}
          placeholder={wholeAzn(range?.highest, Math.ceil)}
          error={errors.max && t(errors.max)}
          onChange={(event) => {
            setMax(event.target.value)
            setErrors({})
          }}
        />
      </div>
      <Button type="submit" variant="secondary" compact wide>
        {t('SHOP.APPLY')}
      </Button>
    </form>
  )
}
