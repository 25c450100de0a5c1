import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { objectPosition } from '@desk/lib/media'
import styles from './FocusPicker.module.css'

interface Focus {
  /** Percent from the left. */
  focusX: number
  /** Percent from the top. */
  focusY: number
}

interface FocusPickerProps {
  image: Focus & { imageUrl: string; width: number; height: number }
  mayWrite: boolean
  onChange: (focus: Focus) => void
}

/** Steps of the arrow keys, in percent; with Shift, five times as many. */
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-2, 0],
  ArrowRight: [2, 0],
  ArrowUp: [0, -2],
  ArrowDown: [0, 2],
}
const largeSteps = 5

/** Height of the highest picture, in pixels. */
const maxHeight = 320

const percent = (value: number) => Math.max(0, Math.min(100, Math.round(value)))

/** The focal point of a picture, which stays in sight where the picture is cut, and the cut as the shop's card shows it. */
export function FocusPicker({ image, mayWrite, onChange }: FocusPickerProps) {
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
    const step = steps[event.key]
    if (!mayWrite || step === undefined) return
    event.preventDefault()
    const times = event.shiftKey ? largeSteps : 1
    onChange({ focusX: percent(focusX + step[0] * times), focusY: percent(focusY + step[1] * times) })
  }
  return (
    <div className={styles.picker}>
      <button
        type="button"
        className={styles.whole}
        style={{ width: `min(100%, ${String(Math.round((maxHeight * image.width) / image.height))}px)` }}
        aria-label={t('MEDIA.FOCUS', { x: focusX, y: focusY })}
        aria-disabled={!mayWrite || undefined}
        onPointerDown={place}
        onPointerMove={(event) => {
          if (event.buttons === 1) place(event)
        }}
        onKeyDown={onKeyDown}
      >
        <img src={image.imageUrl} alt="" width={image.width} height={image.height} draggable={false} />
        <i style={{ left: `${String(focusX)}%`, top: `${String(focusY)}%` }} />
      </button>
      <figure className={styles.cut}>
        <img src={image.imageUrl} alt="" width={96} height={120} style={{ objectPosition: objectPosition(image) }} />
        <figcaption className="dim small">{t('MEDIA.CROP')}</figcaption>
      </figure>
      {mayWrite && <p className="dim small">{t('MEDIA.FOCUS_HINT')}</p>}
    </div>
  )
}
