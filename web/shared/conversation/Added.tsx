import { RotateCw, X } from 'lucide-react'
import { IconButton } from '../components/IconButton'
import styles from './Conversation.module.css'
import type { MessageTexts } from './types'
import type { Photos } from './use-photos'

interface AddedProps {
  photos: Photos['photos']
  texts: Pick<MessageTexts, 'remove' | 'retry' | 'refused'>
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}

/** The files that are sent for a message, with what was sent of them. */
export function Added({ photos, texts, onRemove, onRetry }: AddedProps) {
  if (photos.length === 0) return null
  return (
    <ul className={styles.added}>
      {photos.map(({ id, name, progress, mediaId, failure }) => (
        <li key={id}>
          <span className={styles.name}>{name}</span>
          {failure !== null ? (
            <span className={styles.refused} role="alert">
              {texts.refused(failure)}
            </span>
          ) : (
            mediaId === null && <progress value={progress} aria-label={name} />
          )}
          {failure !== null && (
            <IconButton size="small" label={texts.retry} onClick={() => onRetry(id)}>
              <RotateCw size={18} strokeWidth={1.5} aria-hidden="true" />
            </IconButton>
          )}
          <IconButton size="small" label={texts.remove(name)} onClick={() => onRemove(id)}>
            <X size={18} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
