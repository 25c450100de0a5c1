import { Copy, ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { serverMessage } from '@shared/api/error'
import { Button, buttonClass } from '@shared/components/Button'
import { MessageForm } from '@shared/conversation/MessageForm'
import { Messages } from '@shared/conversation/Messages'
import type { MessageTexts } from '@shared/conversation/types'
import { usePhotos, type SendPhoto } from '@shared/conversation/use-photos'
import { showToast } from '@shared/toasts'
import { call } from '@desk/api/client'
import { sendPhoto } from '@desk/api/media'
import { reload } from '@desk/api/query-client'
import type { Quote } from '@desk/api/records'
import { useLanguage } from '@desk/i18n/language'
import { useDraft } from '@desk/lib/drafts'
import { errorText } from '@desk/lib/errors'
import { languageTexts } from '@desk/lib/texts'
import { useChange } from '@desk/lib/use-change'
import { loadPhoto } from './messages'
import styles from './OpenQuote.module.css'
import { keepMessages, useMessages } from './queries'

interface MessagesPanelProps {
  quote: Quote
  /** Name of the draft that survives a reload. */
  draft: string
  onEditing: (isEditing: boolean) => void
}

const send: SendPhoto = async (file, options) => (await sendPhoto(file, options)).id

/** Messages of customer and staff on the page of the link, and the next message. Shown messages are marked as read. */
export default function MessagesPanel({ quote, draft, onEditing }: MessagesPanelProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { number } = quote
  const { data } = useMessages(number)
  const [text, setText] = useDraft(draft)
  const photos = usePhotos(send)
  useEffect(() => {
    onEditing(text !== '')
    return () => onEditing(false)
  })
  const unread = data?.messages.findLast(({ side, readAt }) => side === 'customer' && readAt === null)?.id
  useEffect(() => {
    if (unread === undefined) return
    const read = call('POST', '/desk/quotes/{number}/messages/read', { path: { number }, body: { until: unread } })
    // The next look at the conversation tries again.
    read.then((conversation) => keepMessages(number, conversation)).catch(() => undefined)
  }, [number, unread])
  const write = useChange({
    send: (body: { text: string; mediaIds: string[] }, keyFor) =>
      call('POST', '/desk/quotes/{number}/messages', { path: { number }, body, key: keyFor(body) }),
    onDone: (conversation) => {
      keepMessages(number, conversation)
      setText('')
      photos.clear()
      void reload('/desk/quotes/{number}')
    },
  })
  const box = useRef<HTMLDivElement>(null)
  const count = data?.messages.length
  useEffect(() => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight
  }, [count])
  if (data === undefined) return null
  const texts: MessageTexts = {
    list: t('MESSAGES.LIST'),
    empty: t('MESSAGES.EMPTY'),
    sent: t('MESSAGES.SENT'),
    read: t('MESSAGES.READ'),
    photo: (name) => t('MESSAGES.PHOTO', { name }),
    photoMissing: t('MESSAGES.PHOTO_MISSING'),
    text: t('MESSAGES.TEXT'),
    addPhotos: t('MESSAGES.ADD_PHOTOS'),
    send: t('COMPOSER.SEND_MAIL'),
    remove: (name) => t('MESSAGES.REMOVE', { name }),
    retry: t('COMMON.RETRY'),
    refused: (failure) => serverMessage(failure) || errorText(t, failure),
  }
  const messages = data.messages.map(({ side, author, ...message }) => ({
    ...message,
    isOwn: side === 'staff',
    author: side === 'staff' ? (author?.name ?? '') : (quote.customer.name ?? t('QUOTES.WIPED')),
  }))
  const copy = async (url: string) => {
    await navigator.clipboard.writeText(url)
    showToast({ tone: 'done', text: t('MESSAGES.COPIED') })
  }
  return (
    <>
      {/* It scrolls: the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={box} className={styles.messages} tabIndex={0}>
        <Messages
          messages={messages}
          texts={texts}
          language={language}
          lang={quote.language}
          loadPhoto={(mediaId) => loadPhoto(number, mediaId)}
        />
      </div>
      {data.isFull ? (
        <p className={styles.unable}>{t('MESSAGES.FULL')}</p>
      ) : (
        <MessageForm
          texts={texts}
          text={text}
          onText={setText}
          photos={photos}
          isBusy={write.isPending}
          lang={quote.language}
          placeholder={t('COMPOSER.WHATSAPP_HINT', { language: t(languageTexts[quote.language]) })}
          aside={
            <>
              {data.url !== null && (
                <Button variant="plain" onClick={() => void copy(data.url ?? '')}>
                  <Copy size={17} strokeWidth={1.5} aria-hidden="true" />
                  {t('MESSAGES.COPY')}
                </Button>
              )}
              {!data.isMailed && data.whatsappUrl !== null && (
                <a className={buttonClass({ variant: 'plain' })} href={data.whatsappUrl} target="_blank" rel="noreferrer">
                  <ExternalLink size={17} strokeWidth={1.5} aria-hidden="true" />
                  {t('COMPOSER.OPEN_WHATSAPP')}
                </a>
              )}
              <span className="dim small wide-only">{t(data.isMailed ? 'MESSAGES.MAILED' : 'MESSAGES.NOT_MAILED')}</span>
            </>
          }
          onSend={(message) => write.mutate(message)}
        />
      )}
    </>
  )
}
