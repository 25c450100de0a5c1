import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { ErrorPane } from '@shared/components/ErrorPane'
import styles from './Conversation.module.css'
import Talk from './Talk'
import { useConversation } from './use-conversation'

/** The conversation on the page of an offer, once the customer opens it. */
export default function TalkPane({ token }: { token: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useConversation(isOpen ? token : '')
  return (
    <section className={styles.pane}>
      <h2>{t('TALK.ASK')}</h2>
      {data !== undefined && isOpen ? (
        <Talk token={token} conversation={data} />
      ) : error !== null ? (
        <ErrorPane text={t('TALK.LOAD_ERROR')} onRetry={() => void refetch()} />
      ) : (
        <Button busy={isOpen} onClick={() => setOpen(true)}>
          {t('TALK.OPEN')}
        </Button>
      )}
    </section>
  )
}
