import { useTranslation } from 'react-i18next'
import { DocumentFrame } from '@/components/document/DocumentFrame'
import { DocumentLoading } from '@/components/document/DocumentLoading'

/** First view of an order, which loads with the token that no server is sent. */
export function OrderFirstView() {
  const { t } = useTranslation()
  return (
    <DocumentFrame contact={null}>
      <DocumentLoading title={t('CONFIRMATION.CRUMB')} hasSteps />
    </DocumentFrame>
  )
}
