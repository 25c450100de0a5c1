import { useTranslation } from 'react-i18next'
import { DeadLinkFirstView } from '@/components/document/DeadLink'
import { DocumentFrame } from '@/components/document/DocumentFrame'
import { DocumentLoading } from '@/components/document/DocumentLoading'

/** First view of a conversation: its loading state, and the page of a link without a token. */
export function ConversationFirstView() {
  const { t } = useTranslation()
  return (
    <DocumentFrame contact={null}>
      <DocumentLoading title={t('TALK.TITLE')} />
      <DeadLinkFirstView title={t('TALK.UNKNOWN')} lost={t('LINK.TALK_LOST')} />
    </DocumentFrame>
  )
}
