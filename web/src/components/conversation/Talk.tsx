import { useTranslation } from 'react-i18next'
import { ApiError, serverMessage } from '@shared/api/error'
import { MessageForm } from '@shared/conversation/MessageForm'
import { Messages } from '@shared/conversation/Messages'
import type { MessageTexts } from '@shared/conversation/types'
import { usePhotos } from '@shared/conversation/use-photos'
import { useLanguage } from '@/lib/i18n/setup'
import { loadPhoto, sendPhoto, type PublicConversation } from './calls'
import styles from './Conversation.module.css'
import { useText, useWrite } from './use-conversation'

/** The messages of customer and staff, and the customer's next message. */
export default function Talk({ token, conversation }: { token: string; conversation: PublicConversation }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [text, setText] = useText(token)
  const photos = usePhotos(sendPhoto(token))
  const write = useWrite(token, () => {
    setText('')
    photos.clear()
  })
  const texts: MessageTexts = {
    list: t('TALK.LIST'),
    empty: t('TALK.EMPTY'),
    sent: t('TALK.SENT'),
    read: t('TALK.READ'),
    photo: (name) => t('TALK.PHOTO', { name }),
    photoMissing: t('TALK.PHOTO_MISSING'),
    text: t('TALK.TEXT'),
    addPhotos: t('TALK.ADD_PHOTOS'),
    send: t('TALK.SEND'),
    remove: (name) => t('TALK.REMOVE', { name }),
    retry: t('COMMON.RETRY'),
    refused: (failure) =>
      failure instanceof ApiError && failure.status === 413 ? t('TALK.TOO_LARGE') : serverMessage(failure) || t('TALK.PHOTO_FAILED'),
  }
  const messages = conversation.messages.map(({ side, author, ...message }) => ({
    ...message,
    isOwn: side === 'customer',
    author: side === 'customer' ? t('TALK.YOU') : (author?.name ?? t('TALK.SHOP')),
  }))
  return (
    <div className={styles.talk}>
      <Messages messages={messages} texts={texts} language={language} loadPhoto={loadPhoto(token)} />
      {conversation.isFull ? (
        <p className="second">{t('TALK.FULL')}</p>
      ) : (
        <MessageForm
          texts={texts}
          text={text}
          onText={setText}
          photos={photos}
          isBusy={write.isPending}
          error={write.error === null ? undefined : serverMessage(write.error) || t('TALK.FAILED')}
          onSend={(message) => write.mutate(message)}
        />
      )}
    </div>
  )
}
