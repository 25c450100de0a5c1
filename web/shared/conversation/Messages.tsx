import { Check, CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../api/error'
import { formatWeekdayAndDay, isSameDay, timeInBaku } from '../dates'
import type { Language } from '../language'
import { useQuery } from '../query/use-query'
import styles from './Conversation.module.css'
import type { Message, MessageTexts } from './types'

/** Wait before a photo that is still converted is asked for again, and how often. */
const conversionMs = 2_000
const conversionTries = 20

interface MessagesProps {
  messages: readonly Message[]
  texts: MessageTexts
  language: Language
  /** Language of the messages where it may be another one. */
  lang?: string | undefined
  /** Resolves to the address of a photo. */
  loadPhoto: (mediaId: string) => Promise<string>
}

/** The messages of a conversation, oldest first, with the days between them. What arrives is read out. */
export function Messages({ messages, texts, language, lang, loadPhoto }: MessagesProps) {
  return (
    <div role="log" aria-label={texts.list}>
      {messages.length === 0 && <p className={styles.empty}>{texts.empty}</p>}
      <ol className={styles.messages}>
        {messages.map((message, at) => {
          const { id, isOwn, author, text, files, createdAt, readAt } = message
          const before = messages[at - 1]?.createdAt
          const Mark = readAt === null ? Check : CheckCheck
          return (
            <li key={id} data-own={isOwn || undefined}>
              {(before === undefined || !isSameDay(before, createdAt)) && (
                <p className={styles.day}>{formatWeekdayAndDay(createdAt, language)}</p>
              )}
              <div className={styles.bubble}>
                <p className={styles.head}>
                  <b>{author}</b> <time dateTime={createdAt}>{timeInBaku(createdAt)}</time>
                </p>
                {text !== '' && (
                  <p className={styles.text} lang={lang}>
                    {text}
                  </p>
                )}
                {files.length > 0 && (
                  <ul className={styles.photos}>
                    {files.map(({ mediaId, name }) => (
                      <li key={mediaId}>
                        <Photo mediaId={mediaId} name={name} texts={texts} load={loadPhoto} />
                      </li>
                    ))}
                  </ul>
                )}
                {isOwn && (
                  <p className={styles.mark}>
                    <Mark size={16} strokeWidth={1.5} aria-hidden="true" />
                    {readAt === null ? texts.sent : texts.read}
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

interface PhotoProps {
  mediaId: string
  name: string
  texts: MessageTexts
  load: (mediaId: string) => Promise<string>
}

/** A photo, which a press shows larger. It is converted for some seconds after it was sent. */
function Photo({ mediaId, name, texts, load }: PhotoProps) {
  const [isLarge, setLarge] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['photo', mediaId],
    queryFn: () => load(mediaId),
    staleTime: Infinity,
    retry: (tries, failure) => tries < conversionTries && failure instanceof ApiError && failure.status === 202,
    retryDelay: conversionMs,
  })
  if (error !== null) return <span className={styles.missing}>{texts.photoMissing}</span>
  if (data === undefined) return <span className={styles.waiting} role="img" aria-label={texts.photo(name)} />
  return (
    <button type="button" className={styles.photo} aria-expanded={isLarge} onClick={() => setLarge(!isLarge)}>
      <img src={data} alt={texts.photo(name)} />
    </button>
  )
}
