import { useTranslation } from 'react-i18next'
import { FormProblems, type FieldProblem } from '@/components/FormProblems'
import { SignPrice } from '@/components/PriceBlock'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import styles from './CheckoutProblem.module.css'
import type { CheckoutValues } from './prefill'
import type { OrderProblem } from './use-place-order'

interface CheckoutProblemProps {
  problem: OrderProblem | null
  problems: readonly FieldProblem<keyof CheckoutValues>[]
  attempt: number
  onPick: (name: keyof CheckoutValues) => void
}

/** Why the order did not go through, with the lines whose price is another one now. */
export function CheckoutProblem({ problem, problems, attempt, onPick }: CheckoutProblemProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const changes = problem?.changes ?? []
  return (
    <FormProblems failure={problem?.text} problems={problems} attempt={attempt} onPick={onPick}>
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
    </FormProblems>
  )
}
