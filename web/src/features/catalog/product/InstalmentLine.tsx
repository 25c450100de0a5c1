import { useTranslation } from 'react-i18next'
import { shopTermsQuery } from '@/lib/api/shop-terms-query'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { classes } from '@shared/components/classes'
import { formatWithCode } from '@shared/money'
import { unitPrice } from '@shared/price'
import { useQuery } from '@shared/query/use-query'
import { instalmentPlan } from './instalment'
import styles from './InstalmentLine.module.css'

/** The monthly payment by instalments; renders nothing if the shop does not offer them for the price. */
export default function InstalmentLine({ product }: { product: Product }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: terms } = useQuery(shopTermsQuery)
  const instalment = terms?.instalment ?? null
  const plan = instalment && instalmentPlan(instalment, unitPrice(product).payable)
  if (instalment === null || plan === null) return null
  const { months, feePercent } = instalment
  const amount = formatWithCode(plan.monthly, language)
  return (
    <p className={classes('small', 'figures', styles.line)}>
      {t('PRODUCT.INSTALMENT', {
        text: localized(instalment, 'text', language),
        months,
        amount: plan.isExact ? amount : t('PRODUCT.ABOUT', { amount }),
        fee: feePercent === 0 ? t('PRODUCT.INTEREST_FREE') : t('PRODUCT.FEE', { percent: feePercent }),
      })}
    </p>
  )
}
