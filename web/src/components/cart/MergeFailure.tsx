import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMergeState } from '@/lib/cart/state'
import { ErrorPane } from '@shared/components/ErrorPane'

/** Says that the guest cart was not merged, with a button to try again. */
export default function MergeFailure() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const failed = useMergeState(({ status }) => status === 'failed')
  if (!failed) return null
  const retry = async () => {
    const { mergeCarts } = await import('@/stores/cart-merge')
    await mergeCarts(client)
  }
  return <ErrorPane text={t('CART.MERGE_FAILED')} onRetry={() => void retry()} />
}
