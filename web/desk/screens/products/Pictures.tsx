import { ArrowLeft, ArrowRight, Check as CheckIcon, CircleDashed } from 'lucide-react'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Field, Select } from '@shared/components/Field'
import { IconButton } from '@shared/components/IconButton'
import { languageNames, languages } from '@shared/language'
import { colourName } from '@shared/palette/palette'
import type { ProductImage } from '@desk/api/records'
import { Dialog } from '@desk/components/Dialog'
import { Block } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
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
  const { shown, store, errorOf } = editing
  const { images } = shown
  const [dragged, setDragged] = useState<string | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  const move = (from: number, to: number) => store.change('images', moved(images, from, to))
  const change = (key: string, changes: Partial<ProductImage>) =>
    store.change(
      'images',
      images.map((image) => (imageKey(image) === key ? { ...image, ...changes } : image)),
    )
  const openImage = images.find((image) => imageKey(image) === open)
  const withoutAlt = images.filter((image) => !hasAlt(image)).length
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (!mayWrite || !event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    move(at, at + (event.key === 'ArrowLeft' ? -1 : 1))
  }
  return (
    <Block title={t('PRODUCT.PICTURES')} aside={withoutAlt > 0 && t('PRODUCT.WITHOUT_ALT', { count: withoutAlt })}>
      <p className="dim small">{t(images.length === 0 ? 'PRODUCT.NO_PICTURES' : 'PRODUCT.FIRST_PICTURE')}</p>
      <ChangeMark editing={editing} field="images" />
      {errorOf('images') !== undefined && <p className="ruby small">{errorOf('images')}</p>}
      <ol className={styles.shots}>
        {images.map((image, at) => {
          const key = imageKey(image)
          const label = t('PRODUCT.PICTURE', { number: at + 1 })
          return (
            // Keys on the button move it as well.
            // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={key}
              className={styles.shot}
              data-dragged={dragged === key || undefined}
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
                aria-label={label}
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
                  style={{ objectPosition: `${String(image.focusX)}% ${String(image.focusY)}%` }}
                />
                <span className={styles.number}>{at + 1}</span>
              </button>
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
      {openImage !== undefined && (
        <PictureDialog
          image={openImage}
          at={images.indexOf(openImage)}
          count={images.length}
          colours={shown.colors}
          mayWrite={mayWrite}
          onChange={(changes) => change(imageKey(openImage), changes)}
          onMove={(step) => move(images.indexOf(openImage), images.indexOf(openImage) + step)}
          onRemove={() => {
            setOpen(null)
            store.change(
              'images',
              images.filter((image) => image !== openImage),
            )
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Block>
  )
}

interface PictureDialogProps {
  image: ProductImage
  at: number
  count: number
  colours: readonly string[]
  mayWrite: boolean
  onChange: (changes: Partial<ProductImage>) => void
  onMove: (step: 1 | -1) => void
  onRemove: () => void
  onClose: () => void
}

/** The texts, the colour and the focal point of a picture; all of it is saved with the product. */
function PictureDialog({ image, at, count, colours, mayWrite, onChange, onMove, onRemove, onClose }: PictureDialogProps) {
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
      <div className={styles.picture}>
        <Focus image={image} mayWrite={mayWrite} onChange={onChange} />
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

/** Steps of the arrow keys, in percent. */
const focusSteps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-2, 0],
  ArrowRight: [2, 0],
  ArrowUp: [0, -2],
  ArrowDown: [0, 2],
}

const percent = (value: number) => Math.max(0, Math.min(100, Math.round(value)))

/** The point that stays in sight where the picture is cut; a press or the arrow keys move it. */
function Focus({ image, mayWrite, onChange }: Pick<PictureDialogProps, 'image' | 'mayWrite' | 'onChange'>) {
  const { t } = useTranslation()
  const { focusX, focusY } = image
  const place = (event: PointerEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    if (!mayWrite || box.width === 0) return
    onChange({
      focusX: percent(((event.clientX - box.left) / box.width) * 100),
      focusY: percent(((event.clientY - box.top) / box.height) * 100),
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = focusSteps[event.key]
    if (!mayWrite || step === undefined) return
    event.preventDefault()
    onChange({ focusX: percent(focusX + step[0]), focusY: percent(focusY + step[1]) })
  }
  return (
    <div>
      <button
        type="button"
        className={styles.focus}
        aria-label={t('PRODUCT.FOCUS', { x: focusX, y: focusY })}
        onPointerDown={place}
        onKeyDown={onKeyDown}
      >
        <img src={image.imageUrl} alt="" width={image.width} height={image.height} />
        <i style={{ left: `${String(focusX)}%`, top: `${String(focusY)}%` }} />
      </button>
      <p className="dim small">{t('PRODUCT.FOCUS_HINT')}</p>
    </div>
  )
}
