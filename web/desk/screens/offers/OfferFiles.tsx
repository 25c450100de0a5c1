import { FilePlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverMessage } from '@shared/api/error'
import { Button } from '@shared/components/Button'
import { Added } from '@shared/conversation/Added'
import { usePhotos, type SendPhoto } from '@shared/conversation/use-photos'
import { sendFile } from '@desk/api/media'
import type { Offer } from '@desk/api/records'
import { AttachedFiles } from '@desk/components/AttachedFiles'
import { Block } from '@desk/components/Parts'
import { errorText } from '@desk/lib/errors'
import type { Draft } from './draft'
import type { DraftStore } from './draft-store'
import styles from './Offer.module.css'

/** Most files of an offer. */
const maxFiles = 10

const isPdf = ({ type, name }: File) => type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name))

interface OfferFilesProps {
  offer: Offer
  draft: Draft
  change: DraftStore['change']
}

/** The PDF files that the customer finds on the page of the offer. They are sent at once, and saved with the draft. */
export function OfferFiles({ offer, draft, change }: OfferFilesProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [names, setNames] = useState<ReadonlyMap<string, string>>(() => new Map())
  const [isOther, setOther] = useState(false)
  const send: SendPhoto = async (file, options) => {
    const { id } = await sendFile(file, options)
    setNames((known) => new Map(known).set(id, file.name))
    change(({ mediaIds }) => (mediaIds.includes(id) ? {} : { mediaIds: [...mediaIds, id] }))
    return id
  }
  const { photos: sending, add, remove, retry } = usePhotos(send, maxFiles - draft.mediaIds.length)
  useEffect(() => {
    for (const { id, mediaId } of sending) if (mediaId !== null) remove(id)
  }, [sending, remove])
  const files = draft.mediaIds.map((mediaId) => {
    const saved = offer.files.find((file) => file.mediaId === mediaId)
    return { mediaId, name: saved?.name ?? names.get(mediaId) ?? 'PDF' }
  })
  return (
    <Block title={t('OFFERS.FILES')} className={styles.block}>
      <p className={`${styles.hint ?? ''} dim small`}>{t('OFFERS.FILES_HINT')}</p>
      <AttachedFiles
        files={files}
        onRemove={(mediaId) => change(({ mediaIds }) => ({ mediaIds: mediaIds.filter((other) => other !== mediaId) }))}
      />
      <Added
        photos={sending}
        texts={{
          remove: (name) => t('MESSAGES.REMOVE', { name }),
          retry: t('COMMON.RETRY'),
          refused: (failure) => serverMessage(failure) || errorText(t, failure),
        }}
        onRemove={remove}
        onRetry={retry}
      />
      {isOther && (
        <p className="ruby small" role="alert">
          {t('OFFERS.FILES_PDF')}
        </p>
      )}
      <div className={styles.adding}>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept="application/pdf"
          aria-label={t('OFFERS.ADD_FILE')}
          onChange={({ target }) => {
            const picked = [...(target.files ?? [])]
            setOther(!picked.every(isPdf))
            add(picked.filter(isPdf))
            target.value = ''
          }}
        />
        <Button size="small" disabled={files.length + sending.length >= maxFiles} onClick={() => input.current?.click()}>
          <FilePlus size={16} strokeWidth={1.5} aria-hidden="true" />
          {t('OFFERS.ADD_FILE')}
        </Button>
      </div>
    </Block>
  )
}
