import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import Lightbox from './Lightbox'

const images = [1, 2, 3].map((number) => ({ src: `/images/${String(number)}.svg`, alt: `Picture ${String(number)}` }))

it.each([
  ['left by more than 50 px', -51, 1],
  ['right by more than 50 px', 51, 2],
  ['no further than 50 px', -50, undefined],
])('a swipe to the %s', (_, sideways, next) => {
  const onIndex = vi.fn()
  render(<Lightbox images={images} index={0} onIndex={onIndex} onClose={vi.fn()} />)
  const lightbox = screen.getByRole('dialog')
  fireEvent.touchStart(lightbox, { touches: [{ clientX: 200 }] })
  fireEvent.touchEnd(lightbox, { changedTouches: [{ clientX: 200 + sideways }] })
  expect(onIndex.mock.calls).toEqual(next === undefined ? [] : [[next]])
})

/** Fires a pointer event, whose position jsdom lacks; all at the same time. */
function pointer(target: Element, type: 'pointerdown' | 'pointermove' | 'pointerup', pointerId: number, clientX: number, clientY: number) {
  const event = new MouseEvent(type, { bubbles: true, clientX, clientY })
  fireEvent(target, Object.defineProperties(event, { pointerId: { value: pointerId }, timeStamp: { value: 0 } }))
}

function open(onIndex = vi.fn(), onClose = vi.fn()) {
  render(<Lightbox images={images} index={0} onIndex={onIndex} onClose={onClose} />)
  const picture = screen.getByRole('img')
  const frame = picture.closest('div')
  if (frame === null) throw new Error('no frame')
  frame.setPointerCapture = vi.fn()
  frame.getBoundingClientRect = () => new DOMRect(0, 0, 400, 600)
  const scale = () => Number(/scale\((.*)\)/.exec(picture.style.transform)?.[1])
  return { dialog: screen.getByRole('dialog'), picture, frame, scale, onIndex, onClose }
}

it('enlarges up to four times by keys, and has no arrow keys meanwhile', () => {
  const { dialog, scale, onIndex } = open()
  for (let presses = 0; presses < 6; presses += 1) fireEvent.keyDown(dialog, { key: '+' })
  expect(scale()).toBe(4)
  expect(screen.getByRole('button', { name: 'Enlarge more' })).toBeDisabled()
  fireEvent.keyDown(dialog, { key: 'ArrowRight' })
  expect(onIndex).not.toHaveBeenCalled()
  for (let presses = 0; presses < 6; presses += 1) fireEvent.keyDown(dialog, { key: '-' })
  expect(scale()).toBe(1)
  fireEvent.keyDown(dialog, { key: 'ArrowRight' })
  expect(onIndex).toHaveBeenCalledWith(1)
})

it('enlarges by a pinch and drags what is enlarged', () => {
  const { frame, picture, scale } = open()
  pointer(frame, 'pointerdown', 1, 190, 300)
  pointer(frame, 'pointerdown', 2, 210, 300)
  pointer(frame, 'pointermove', 2, 230, 300)
  expect(scale()).toBe(2)
  pointer(frame, 'pointerup', 1, 190, 300)
  const before = picture.style.transform
  pointer(frame, 'pointermove', 2, 250, 320)
  expect(picture.style.transform).not.toBe(before)
  expect(scale()).toBe(2)
})

it('enlarges by a double tap, and shows the whole picture by the next one', () => {
  const { frame, scale } = open()
  const tap = () => {
    pointer(frame, 'pointerdown', 1, 200, 300)
    pointer(frame, 'pointerup', 1, 200, 300)
  }
  tap()
  expect(scale()).toBe(1)
  tap()
  expect(scale()).toBe(4)
  tap()
  tap()
  expect(scale()).toBe(1)
})

it('closes by a swipe down, unless the picture is enlarged', () => {
  const { dialog, onClose } = open()
  const swipeDown = () => {
    fireEvent.touchStart(dialog, { touches: [{ clientX: 200, clientY: 100 }] })
    fireEvent.touchEnd(dialog, { changedTouches: [{ clientX: 210, clientY: 260 }] })
  }
  fireEvent.keyDown(dialog, { key: '+' })
  swipeDown()
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(dialog, { key: '-' })
  swipeDown()
  expect(onClose).toHaveBeenCalledOnce()
})
