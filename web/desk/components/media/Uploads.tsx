import { ImagePlus, RotateCw, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { IconButton } from '@shared/components/IconButton'
import { errorText } from '@desk/lib/errors'
import { pictureTypes } from '@desk/lib/media-file'
import type { Upload, Uploads } from '@desk/lib/uploads'
import styles from './Uploads.module.css'

/** Tiles of a list of pictures, one for each file that is sent or was refused. */
export function UploadTiles({ uploads, cancel, resume }: Uploads) {
  return uploads.map((upload) => <UploadTile key={upload.id} upload={upload} onCancel={() => cancel(upload.id)} onResume={resume} />)
}

function UploadTile({ upload, onCancel, onResume }: { upload: Upload; onCancel: () => void; onResume: () => void }) {
  const { t } = useTranslation()
  const { name, progress, state, failure } = upload
  const percent = progress === null ? null : Math.floor(progress * 100)
  return (
    <li className={styles.tile} data-state={state}>
      <p className={styles.name} title={name}>
        {name}
      </p>
      {failure === null ? (
        <>
          <progress aria-label={name} max={100} {...(percent !== null && { value: percent })} />
          <p className="dim small">
            {percent === null ? t('MEDIA.IS_FETCHED') : state === 'waiting' ? t('MEDIA.WAITS') : t('MEDIA.SENT', { percent })}
          </p>
        </>
      ) : (
        <p className="small ruby" role="alert">
          <span className="visually-hidden">{name}: </span>
          {errorText(t, failure)}
        </p>
      )}
      <p className={styles.actions}>
        {state === 'stopped' && (
          <Button size="small" onClick={onResume}>
            <RotateCw size={16} strokeWidth={1.5} aria-hidden="true" />
            {t('COMMON.RETRY')}
          </Button>
        )}
        <IconButton size="small" label={t(state === 'refused' ? 'MEDIA.DISMISS' : 'MEDIA.STOP', { name })} onClick={onCancel}>
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </p>
    </li>
  )
}

interface PickFilesProps {
  /** Name of the button as a field, for links to it. */
  name?: string | undefined
  className: string | undefined
  multiple?: boolean
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** A button that opens the choice of pictures of this computer. */
export function PickFiles({ name, className, multiple = false, onFiles, children }: PickFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" name={name} className={className} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={pictureTypes.join(',')}
        multiple={multiple}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

/** The last tile of a list: pictures are dropped on it, or chosen. */
export function AddTile({ name, onFiles }: Pick<PickFilesProps, 'name' | 'onFiles'>) {
  const { t } = useTranslation()
  return (
    <li>
      <PickFiles name={name} className={styles.add} multiple onFiles={onFiles}>
        <ImagePlus size={24} strokeWidth={1.5} aria-hidden="true" />
        {t('MEDIA.ADD')}
        <span className="dim small">{t('MEDIA.LIMITS')}</span>
      </PickFiles>
    </li>
  )
}
