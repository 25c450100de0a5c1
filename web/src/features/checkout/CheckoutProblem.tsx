import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { FormErrors } from '@/components/forms/FormErrors'
import { SignPrice } from '@/components/PriceBlock'
import { useLanguage } from '@/lib/i18n/setup'
import { TextLink } from '@/components/TextLink'
import { localized } from '@/lib/localized'
import styles from './CheckoutProblem.module.css'
import type { CheckoutValues } from './prefill'
import type { OrderProblem } from './use-place-order'

type CheckoutProblemProps = ComponentProps<typeof FormErrors<keyof CheckoutValues>> & { problem: OrderProblem | null }

/** The error summary of a refused order, with the lines whose price or quantity changed and the order that the cart has become. */
export function CheckoutProblem({ problem, ...summary }: CheckoutProblemProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { changes = [], quantities = [], orderId = null } = problem ?? {}
  return (
    <FormErrors {...summary} failure={problem?.text}>
      {changes.length > 0 && (
        <ul className={styles.changes}>
          {changes.map(({ line, before, after }) => (
            <li key={line.id} className="figures">
              {localized(line, 'name', language)}: <SignPrice amount={before} />
              {' → '}
              {after === null ? t('CART.NO_LONGER_SOLD') : <SignPrice amount={after} />}
            </li>
          ))}
        </ul>
      )}
      {quantities.length > 0 && (
        <ul className={styles.changes}>
          {quantities.map(({ line, before, after }) => (
            <li key={line.id} className="figures">
              {`${localized(line, 'name', language)}: ${after === 0 ? t('CHECKOUT.TAKEN_OUT') : `${before} → ${after}`}`}
            </li>
          ))}
        </ul>
      )}
      {orderId !== null && (
        <p className={styles.changes}>
          <TextLink href={`/order-confirmation?id=${encodeURIComponent(orderId)}`}>{t('CHECKOUT.SEE_ORDER')}</TextLink>
        </p>
      )}
    </FormErrors>
  )
}
