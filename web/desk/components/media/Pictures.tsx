import { ArrowLeft, ArrowRight, Check as CheckIcon, CircleDashed } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '@shared/components/Button'
import { Field, Select } from '@shared/components/Field'
import { IconButton } from '@shared/components/IconButton'
import { Spinner } from '@shared/components/Spinner'
import { languageNames, languages } from '@shared/language'
import { colourName } from '@shared/palette/palette'
import type { Media, ProductImage } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { Dialog } from '@desk/components/Dialog'
import { FocusPicker } from '@desk/components/media/FocusPicker'
import { AddressField } from '@desk/components/media/AddressField'
import { AddTile, PickFiles, UploadTiles } from '@desk/components/media/Uploads'
import { useDroppedFiles } from '@desk/components/media/use-dropped-files'
import { Block } from '@desk/components/Parts'
import { ChangeMark } from '@desk/components/record/ChangeMark'
import { useLanguage } from '@desk/i18n/language'
import { errorText, keyText } from '@desk/lib/errors'
import type { AnyEditing } from '@desk/lib/editing'
import { altField, imageKey, mediaPart, objectPosition, useMedia } from '@desk/lib/media'
import styles from './Pictures.module.css'
import type { PictureEditing } from './use-pictures'

const maxAlt = 200

const hasAlt = (image: ProductImage) => languages.every((language) => image[altField(language)].trim() !== '')

interface PicturesProps {
  editing: AnyEditing & { shown: { images: ProductImage[] }; state: { refusedParts: Readonly<Record<string, string>> } }
  pictures: PictureEditing
  mayWrite: boolean
  /** The colours that a picture may show; without them it shows none. */
  colours?: readonly string[]
}

/**
 * The pictures in the order of the shop: dragging or Alt with an arrow moves one, a press opens its texts and focal point. Files
 * are dropped, pasted or chosen.
 */
export function Pictures({ editing, pictures, mayWrite, colours }: PicturesProps) {
  const { t } = useTranslation()
  const own = useLanguage()
  const { shown, state, errorOf } = editing
  const { images } = shown
  const { max, uploads, said, add, addAddress, move, change, remove } = pictures
  const isSeveral = max > 1
  const [dragged, setDragged] = useState<string | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  const mayAdd = useMay('media.picture') && mayWrite
  const dropping = useDroppedFiles(add, { isOff: !mayAdd || dragged !== null || open !== null })
  const openAt = images.findIndex((image) => imageKey(image) === open)
  const openImage = images[openAt]
  const withoutAlt = images.filter((image) => !hasAlt(image)).length
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (!mayWrite || !event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    move(at, at + (event.key === 'ArrowLeft' ? -1 : 1))
  }
  return (
    <div {...dropping}>
      <Block title={t('PRODUCT.PICTURES')} aside={withoutAlt > 0 && t('PRODUCT.WITHOUT_ALT', { count: withoutAlt })}>
        {(isSeveral || images.length === 0) && (
          <p className="dim small">{t(images.length === 0 ? 'PRODUCT.NO_PICTURES' : 'PRODUCT.FIRST_PICTURE')}</p>
        )}
        <ChangeMark editing={editing} field="images" />
        {errorOf('images') !== undefined && <p className="ruby small">{errorOf('images')}</p>}
        <ol className={styles.shots}>
          {images.map((image, at) => {
            const key = imageKey(image)
            const refusal = state.refusedParts[`images[${String(at)}].mediaId`]
            return (
              // Keys on the button move it as well.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
              <li
                key={key}
                className={styles.shot}
                data-dragged={dragged === key || undefined}
                data-refused={refusal !== undefined || undefined}
                draggable={mayWrite && isSeveral}
                onDragStart={() => setDragged(key)}
                onDragEnd={() => setDragged(null)}
                onDragOver={(event) => {
                  const from = images.findIndex((other) => imageKey(other) === dragged)
                  if (from < 0) return
                  event.preventDefault()
                  if (from !== at) move(from, at)
                }}
              >
                <button
                  type="button"
                  name={at === 0 ? 'images' : undefined}
                  aria-label={t('PRODUCT.PICTURE', { number: at + 1 })}
                  aria-keyshortcuts={mayWrite && isSeveral ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
                  onClick={() => setOpen(key)}
                  onKeyDown={(event) => onKeyDown(event, at)}
                >
                  <Shot image={image} />
                  {isSeveral && <span className={styles.number}>{at + 1}</span>}
                </button>
                {image.imageUrl === '' && image.mediaId !== null && (
                  <Processing id={image.mediaId} onReady={(media) => change(key, mediaPart(media))} />
                )}
                {refusal !== undefined && <p className="ruby small">{keyText(t, refusal) ?? t('ERRORS.INVALID')}</p>}
                <p className={styles.caption}>
                  {hasAlt(image) ? (
                    <CheckIcon size={15} strokeWidth={1.5} aria-hidden="true" />
                  ) : (
                    <CircleDashed size={15} strokeWidth={1.5} aria-hidden="true" className={styles.amber} />
                  )}
                  <span className="cut">
                    {hasAlt(image) ? image[altField(own)] : t('PRODUCT.WRITE_ALT')}
                    {image.color !== null && `, ${colourName(image.color, own)}`}
                  </span>
                </p>
              </li>
            )
          })}
          <UploadTiles {...uploads} />
          {mayAdd && images.length < max && <AddTile name={images.length === 0 ? 'images' : undefined} onFiles={add} />}
        </ol>
        {mayAdd && images.length < max && <AddressField onAddress={addAddress} />}
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </Block>
      {openImage !== undefined && (
        <PictureDialog
          image={openImage}
          at={openAt}
          count={images.length}
          colours={colours}
          isSeveral={isSeveral}
          said={said}
          mayWrite={mayWrite}
          mayReplace={mayAdd}
          onChange={(changes) => change(imageKey(openImage), changes)}
          onMove={(step) => move(openAt, openAt + step)}
          onReplace={(files) => {
            setOpen(null)
            add(files, imageKey(openImage))
          }}
          onRemove={() => {
            setOpen(null)
            remove(imageKey(openImage))
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

/** The picture as the shop cuts it, or its colour while its sizes are made. */
function Shot({ image }: { image: ProductImage }) {
  const own = useLanguage()
  if (image.imageUrl === '') return <span className={styles.unmade} style={{ backgroundColor: image.placeholder }} />
  return (
    <img
      src={image.imageUrl}
      alt={image[altField(own)]}
      width={128}
      height={160}
      loading="lazy"
      style={{ objectPosition: objectPosition(image) }}
    />
  )
}

/** Waits for the sizes of a picture; says so, or why there are none. */
function Processing({ id, onReady }: { id: string; onReady: (media: Media) => void }) {
  const { t } = useTranslation()
  const { data, error } = useMedia(id)
  const latest = useRef(onReady)
  useEffect(() => {
    latest.current = onReady
  })
  useEffect(() => {
    if (data?.state === 'ready') latest.current(data)
  }, [data])
  if (data?.state === 'failed')
    return (
      <p className="ruby small" role="alert">
        {keyText(t, data.failure ?? '') ?? t('MEDIA.FAILED')}
      </p>
    )
  if (error)
    return (
      <p className="ruby small" role="alert">
        {errorText(t, error)}
      </p>
    )
  return (
    <p className={`${styles.processing ?? ''} dim small`} role="status">
      <Spinner size={16} />
      {t('MEDIA.PROCESSING')}
    </p>
  )
}

interface PictureDialogProps {
  image: ProductImage
  at: number
  count: number
  colours: readonly string[] | undefined
  isSeveral: boolean
  /** The last change of the order. */
  said: string
  mayWrite: boolean
  mayReplace: boolean
  onChange: (changes: Partial<ProductImage>) => void
  onMove: (step: 1 | -1) => void
  onReplace: (files: File[]) => void
  onRemove: () => void
  onClose: () => void
}

/** The texts, the colour and the focal point of a picture; all of it is saved with the record. */
function PictureDialog(props: PictureDialogProps) {
  const { image, at, count, colours, isSeveral, said, mayWrite, mayReplace, onChange, onMove, onReplace, onRemove, onClose } = props
  const { t } = useTranslation()
  const own = useLanguage()
  return (
    <Dialog
      isKept
      size="wide"
      title={t('PRODUCT.PICTURE', { number: at + 1 })}
      onClose={onClose}
      actions={
        <>
          {mayWrite && (
            <>
              {isSeveral && (
                <>
                  <IconButton label={t('PRODUCT.EARLIER')} disabled={at === 0} onClick={() => onMove(-1)}>
                    <ArrowLeft size={18} strokeWidth={1.5} aria-hidden="true" />
                  </IconButton>
                  <IconButton label={t('PRODUCT.LATER')} disabled={at === count - 1} onClick={() => onMove(1)}>
                    <ArrowRight size={18} strokeWidth={1.5} aria-hidden="true" />
                  </IconButton>
                </>
              )}
              {mayReplace && (
                <PickFiles className={buttonClass()} onFiles={onReplace}>
                  {t('MEDIA.REPLACE')}
                </PickFiles>
              )}
              <Button variant="danger" onClick={onRemove}>
                {t('COMMON.REMOVE')}
              </Button>
            </>
          )}
          <Button variant="primary" onClick={onClose}>
            {t('COMMON.CLOSE')}
          </Button>
        </>
      }
    >
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <div className={styles.picture}>
        {image.imageUrl === '' ? (
          <span className={styles.unmade} style={{ backgroundColor: image.placeholder }} />
        ) : (
          <FocusPicker image={image} mayWrite={mayWrite} onChange={onChange} />
        )}
        <div className={styles.pictureFields}>
          {languages.map((language) => (
            <Field
              key={language}
              label={t('PRODUCT.ALT', { language: languageNames[language] })}
              lang={language}
              maxLength={maxAlt}
              autoComplete="off"
              readOnly={!mayWrite}
              value={image[altField(language)]}
              onChange={({ target }) => onChange({ [altField(language)]: target.value })}
            />
          ))}
          {colours !== undefined && (
            <Select
              label={t('PRODUCT.PICTURE_COLOUR')}
              disabled={!mayWrite}
              value={image.color ?? ''}
              onChange={({ target }) => onChange({ color: target.value === '' ? null : target.value })}
            >
              <option value="">{t('PRODUCT.ALL_COLOURS')}</option>
              {[...new Set([...colours, ...(image.color === null ? [] : [image.color])])].map((slug) => (
                <option key={slug} value={slug}>
                  {colourName(slug, own)}
                </option>
              ))}
            </Select>
          )}
        </div>
      </div>
    </Dialog>
  )
}
