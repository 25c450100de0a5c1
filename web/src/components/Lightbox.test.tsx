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
