import { ImagePlus, Send } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Button } from '../components/Button'
import { TextArea } from '../components/Field'
import { Added } from './Added'
import styles from './Conversation.module.css'
import { maxPhotos, maxText, type MessageTexts } from './types'
import type { Photos } from './use-photos'

interface MessageFormProps {
  texts: MessageTexts
  text: string
  onText: (text: string) => void
  photos: Photos
  isBusy: boolean
  /** Error of the last attempt. */
  error?: string | undefined
  /** Language of the text where it may be another one. */
  lang?: string | undefined
  placeholder?: string | undefined
  /** Beside the buttons. */
  aside?: ReactNode
  onSend: (message: { text: string; mediaIds: string[] }) => void
}

/** Writes a message with photos. The text stays until it was sent. */
export function MessageForm({ texts, text, onText, photos, isBusy, error, lang, placeholder, aside, onSend }: MessageFormProps) {
  const files = useRef<HTMLInputElement>(null)
  const { photos: list, add, remove, retry } = photos
  const mediaIds = list.flatMap(({ mediaId }) => mediaId ?? [])
  const isReady = mediaIds.length === list.length && (text.trim() !== '' || mediaIds.length > 0)
  return (
    <div className={styles.form}>
      <TextArea
        label={texts.text}
        isLabelHidden={placeholder !== undefined}
        placeholder={placeholder}
        rows={3}
        maxLength={maxText}
        lang={lang}
        value={text}
        error={error}
        onChange={({ target }) => onText(target.value)}
      />
      <Added photos={list} texts={texts} onRemove={remove} onRetry={retry} />
      <div className={styles.foot}>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          accept="image/jpeg,image/png,image/webp"
          aria-label={texts.addPhotos}
          onChange={({ target }) => {
            add([...(target.files ?? [])])
            target.value = ''
          }}
        />
        <Button disabled={list.length >= maxPhotos} onClick={() => files.current?.click()}>
          <ImagePlus size={18} strokeWidth={1.5} aria-hidden="true" />
          {texts.addPhotos}
        </Button>
        {aside}
        <Button
          variant="primary"
          className={styles.send}
          data-send
          busy={isBusy}
          disabled={!isReady}
          onClick={() => onSend({ text: text.trim(), mediaIds })}
        >
          <Send size={18} strokeWidth={1.5} aria-hidden="true" />
          {texts.send}
        </Button>
      </div>
    </div>
  )
}
