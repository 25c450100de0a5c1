import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useCoveredPlace } from './kept-place'

it('keeps the place of a list while a record covers it', () => {
  const list = document.createElement('div')
  list.style.overflowY = 'auto'
  document.body.append(list)
  const { rerender } = renderHook(({ isCovered }) => useCoveredPlace({ current: list }, isCovered), { initialProps: { isCovered: false } })
  list.scrollTop = 400
  document.dispatchEvent(new Event('scroll'))
  rerender({ isCovered: true })
  // A hidden list is at its top, and the open record scrolls too.
  list.scrollTop = 0
  document.dispatchEvent(new Event('scroll'))
  rerender({ isCovered: false })
  expect(list.scrollTop).toBe(400)
})
