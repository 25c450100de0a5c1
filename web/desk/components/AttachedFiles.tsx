import { Paperclip } from 'lucide-react'
import type { Schemas } from '@shared/api/contract'
import { download } from '@desk/api/files'
import { LinkButton } from '@desk/components/Links'
import { useChange } from '@desk/lib/use-change'
import styles from './AttachedFiles.module.css'

/** Files of an entry, each of which a press saves. */
export function AttachedFiles({ files }: { files: readonly Schemas['MessagePhoto'][] }) {
  const save = useChange({
    send: ({ mediaId, name }: Schemas['MessagePhoto']) => download(`/desk/media/${mediaId}/content`, {}, name),
    onDone: () => undefined,
  })
  if (files.length === 0) return null
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.mediaId}>
          <LinkButton onClick={() => save.mutate(file)}>
            <Paperclip size={16} strokeWidth={1.5} aria-hidden="true" /> {file.name}
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}
