import { Paperclip } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { serverMessage } from '@shared/api/error'
import { IconButton } from '@shared/components/IconButton'
import { Added } from '@shared/conversation/Added'
import { usePhotos, type SendPhoto } from '@shared/conversation/use-photos'
import { sendFile } from '@desk/api/media'
import { errorText } from '@desk/lib/errors'

const accepted = 'image/jpeg,image/png,image/webp,image/heic,application/pdf'

/** Most files of an entry. */
const maxFiles = 10

const send: SendPhoto = async (file, options) => (await sendFile(file, options)).id

interface NoteFilesProps {
  /** Called with the ids of the files that have arrived; null while one is on its way or was refused. */
  onFiles: (mediaIds: readonly string[] | null) => void
}

/** The files of the note that is being written. */
export default function NoteFiles({ onFiles }: NoteFilesProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const { photos: files, add, remove, retry } = usePhotos(send, maxFiles)
  useEffect(() => {
    const mediaIds = files.flatMap(({ mediaId }) => mediaId ?? [])
    onFiles(mediaIds.length === files.length ? mediaIds : null)
  }, [files, onFiles])
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accepted}
        aria-label={t('COMPOSER.ATTACH')}
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <IconButton label={t('COMPOSER.ATTACH')} disabled={files.length >= maxFiles} onClick={() => input.current?.click()}>
        <Paperclip size={18} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <Added
        photos={files}
        texts={{
          remove: (name) => t('MESSAGES.REMOVE', { name }),
          retry: t('COMMON.RETRY'),
          refused: (failure) => serverMessage(failure) || errorText(t, failure),
        }}
        onRemove={remove}
        onRetry={retry}
      />
    </>
  )
}
