import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@shared/api/error'
import { DeadLink } from '@/components/document/DeadLink'
import { DocumentFrame } from '@/components/document/DocumentFrame'
import { DocumentLanguages } from '@/components/document/DocumentLanguages'
import { DocumentLoading } from '@/components/document/DocumentLoading'
import { useLinkToken } from '@/lib/order/link-token'
import styles from '@/components/conversation/Conversation.module.css'
import { useConversation } from '@/components/conversation/use-conversation'

const Talk = lazy(() => import('@/components/conversation/Talk'))
const LinkFailure = lazy(() => import('@/components/document/LinkFailure'))

/** The conversation of the link's token. Rendered without the layout. */
export default function ConversationPage() {
  const { t } = useTranslation()
  const token = useLinkToken()
  const { data: conversation, error, refetch } = useConversation(token)

  const loading = <DocumentLoading title={t('TALK.TITLE')} />
  const isDead = token === '' || (error instanceof ApiError && error.status === 404)
  const contact = conversation?.messages.findLast(({ author }) => author !== null)?.author ?? null
  return (
    <DocumentFrame contact={contact} footer={<DocumentLanguages />}>
      <Suspense fallback={loading}>
        {isDead ? (
          <DeadLink title={t('TALK.UNKNOWN')} lost={t('LINK.TALK_LOST')} />
        ) : conversation !== undefined ? (
          <div className={styles.page}>
            <h1>{t('TALK.OF', { number: conversation.number })}</h1>
            <p className={`second ${styles.lead ?? ''}`}>{t('TALK.LEAD')}</p>
            <Talk key={token} token={token} conversation={conversation} />
          </div>
        ) : error !== null ? (
          <LinkFailure
            title={t('TALK.TITLE')}
            error={error}
            texts={{ unavailable: 'TALK.UNAVAILABLE', failed: 'TALK.LOAD_ERROR' }}
            onRetry={() => void refetch()}
          />
        ) : (
          loading
        )}
      </Suspense>
    </DocumentFrame>
  )
}
