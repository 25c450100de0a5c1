import { useTranslation } from 'react-i18next'
import { DeadLinkFirstView } from '@/components/document/DeadLink'
import { DocumentFrame } from '@/components/document/DocumentFrame'
import { DocumentLoading } from '@/components/document/DocumentLoading'

/** First view of an order: its loading state, and the page of a link without a token. */
export function OrderFirstView() {
  const { t } = useTranslation()
  return (
    <DocumentFrame contact={null}>
      <DocumentLoading title={t('CONFIRMATION.CRUMB')} hasSteps />
      <DeadLinkFirstView title={t('ORDER.NO_LINK')} />
    </DocumentFrame>
  )
}
