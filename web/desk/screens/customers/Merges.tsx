import { useTranslation } from 'react-i18next'
import { formatShortDateTime } from '@shared/dates'
import { showToast } from '@shared/toasts'
import { Button } from '@shared/components/Button'
import { call } from '@desk/api/client'
import type { Customer } from '@desk/api/records'
import { Block } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { showCustomer } from '@desk/lib/customers'
import { useChange } from '@desk/lib/use-change'
import styles from './Customer.module.css'

/** The customers that were merged into this one, which can be taken apart for 30 days. */
export function Merges({ customer, mayMerge }: { customer: Customer; mayMerge: boolean }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const separate = useChange({
    send: ({ id }: Customer['merges'][number]) =>
      call('DELETE', '/desk/customers/{id}/merge/{mergeId}', { path: { id: customer.id, mergeId: id } }),
    onDone: (saved, { name }) => {
      showCustomer(saved)
      showToast({ tone: 'done', text: t('MERGE.SEPARATED', { name }) })
    },
  })
  if (customer.merges.length === 0) return null
  return (
    <Block title={t('MERGE.MERGES')} aside={customer.merges.length}>
      <ul className={styles.addresses}>
        {customer.merges.map((merge) => (
          <li key={merge.id} className={styles.merge}>
            <span>
              {merge.name}
              <span className="dim small">
                {' '}
                {[merge.at === null ? '' : formatShortDateTime(merge.at, language), merge.by?.name ?? ''].filter(Boolean).join(', ')}
              </span>
            </span>
            {mayMerge && (
              <Button
                size="small"
                busy={separate.isPending}
                aria-label={t('MERGE.SEPARATE_OF', { name: merge.name })}
                onClick={() => separate.mutate(merge)}
              >
                {t('MERGE.SEPARATE')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Block>
  )
}
