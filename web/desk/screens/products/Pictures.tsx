import { ArrowLeft, ArrowRight, Check as CheckIcon, CircleDashed } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Field, Select } from '@shared/components/Field'
import { IconButton } from '@shared/components/IconButton'
import { languageNames, languages } from '@shared/language'
import { colourName } from '@shared/palette/palette'
import type { ProductImage } from '@desk/api/records'
import { Dialog } from '@desk/components/Dialog'
import { FocusPicker } from '@desk/components/media/FocusPicker'
import { Block } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { keyText } from '@desk/lib/errors'
import { objectPosition } from '@desk/lib/media'
import { ChangeMark } from './ChangeMark'
import { altField, imageKey, moved } from './draft'
import styles from './Product.module.css'
import type { Editing } from './use-product'

const maxAlt = 200

const hasAlt = (image: ProductImage) => languages.every((language) => image[altField(language)].trim() !== '')

/** The pictures in the order of the shop: dragging or Alt with an arrow moves one, a press opens its texts and focal point. */
export function Pictures({ editing, mayWrite }: { editing: Editing; mayWrite: boolean }) {
  const { t } = useTranslation()
  const own = useLanguage()
  const { shown, state, store, errorOf } = editing
  const { images } = shown
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  const set = (next: ProductImage[]) => store.change('images', next)
  const move = (from: number, to: number) => {
    if (to < 0 || to >= images.length) return
    set(moved(images, from, to))
    setSaid(t('MEDIA.MOVED', { from: from + 1, to: to + 1, count: images.length }))
  }
  const change = (key: string, changes: Partial<ProductImage>) =>
    set(images.map((image) => (imageKey(image) === key ? { ...image, ...changes } : image)))
  const openAt = images.findIndex((image) => imageKey(image) === open)
  const openImage = images[openAt]
  const withoutAlt = images.filter((image) => !hasAlt(image)).length
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (!mayWrite || !event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    move(at, at + (event.key === 'ArrowLeft' ? -1 : 1))
  }
  return (
    <>
      <Block title={t('PRODUCT.PICTURES')} aside={withoutAlt > 0 && t('PRODUCT.WITHOUT_ALT', { count: withoutAlt })}>
        <p className="dim small">{t(images.length === 0 ? 'PRODUCT.NO_PICTURES' : 'PRODUCT.FIRST_PICTURE')}</p>
        <ChangeMark editing={editing} field="images" />
        {errorOf('images') !== undefined && <p className="ruby small">{errorOf('images')}</p>}
        <ol className={styles.shots}>
          {images.map((image, at) => {
            const key = imageKey(image)
            const refusal = state.refusedParts[`images[${String(at)}].mediaId`]
            return (
              // Keys on the button move it as well.
              // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
              <li
                key={key}
                className={styles.shot}
                data-dragged={dragged === key || undefined}
                data-refused={refusal !== undefined || undefined}
                draggable={mayWrite}
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
                  aria-keyshortcuts={mayWrite ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
                  onClick={() => setOpen(key)}
                  onKeyDown={(event) => onKeyDown(event, at)}
                >
                  <img
                    src={image.imageUrl}
                    alt={image[altField(own)]}
                    width={128}
                    height={160}
                    loading="lazy"
                    style={{ objectPosition: objectPosition(image) }}
                  />
                  <span className={styles.number}>{at + 1}</span>
                </button>
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
        </ol>
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </Block>
      {openImage !== undefined && (
        <PictureDialog
          image={openImage}
          at={openAt}
          count={images.length}
          colours={shown.colors}
          said={said}
          mayWrite={mayWrite}
          onChange={(changes) => change(imageKey(openImage), changes)}
          onMove={(step) => move(openAt, openAt + step)}
          onRemove={() => {
            setOpen(null)
            set(images.filter((image) => image !== openImage))
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

interface PictureDialogProps {
  image: ProductImage
  at: number
  count: number
  colours: readonly string[]
  /** The last change of the order. */
  said: string
  mayWrite: boolean
  onChange: (changes: Partial<ProductImage>) => void
  onMove: (step: 1 | -1) => void
  onRemove: () => void
  onClose: () => void
}

/** The texts, the colour and the focal point of a picture; all of it is saved with the product. */
function PictureDialog(props: PictureDialogProps) {
  const { image, at, count, colours, said, mayWrite, onChange, onMove, onRemove, onClose } = props
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
              <IconButton label={t('PRODUCT.EARLIER')} disabled={at === 0} onClick={() => onMove(-1)}>
                <ArrowLeft size={18} strokeWidth={1.5} aria-hidden="true" />
              </IconButton>
              <IconButton label={t('PRODUCT.LATER')} disabled={at === count - 1} onClick={() => onMove(1)}>
                <ArrowRight size={18} strokeWidth={1.5} aria-hidden="true" />
              </IconButton>
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
        <FocusPicker image={image} mayWrite={mayWrite} onChange={onChange} />
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
        </div>
      </div>
    </Dialog>
  )
}
