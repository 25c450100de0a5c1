import { Paperclip, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '@shared/api/contract'
import { IconButton } from '@shared/components/IconButton'
import { download } from '@desk/api/files'
import { LinkButton } from '@desk/components/Links'
import { useChange } from '@desk/lib/use-change'
import styles from './AttachedFiles.module.css'

type AttachedFile = Pick<Schemas['MessagePhoto'], 'mediaId' | 'name'>

interface AttachedFilesProps {
  files: readonly AttachedFile[]
  /** Takes a file away; without it none can be. */
  onRemove?: (mediaId: string) => void
}

/** Files of a record, each of which a press saves. */
export function AttachedFiles({ files, onRemove }: AttachedFilesProps) {
  const { t } = useTranslation()
  const save = useChange({
    send: ({ mediaId, name }: AttachedFile) => download(`/desk/media/${mediaId}/content`, {}, name),
    onDone: () => undefined,
  })
  if (files.length === 0) return null
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.mediaId}>
          <Paperclip size={16} strokeWidth={1.5} aria-hidden="true" />
          <LinkButton onClick={() => save.mutate(file)}>{file.name}</LinkButton>
          {onRemove !== undefined && (
            <IconButton size="small" label={t('MESSAGES.REMOVE', { name: file.name })} onClick={() => onRemove(file.mediaId)}>
              <X size={16} strokeWidth={1.5} aria-hidden="true" />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}
