import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Tabs } from './Tabs'

it('scrolls to the present part of a list', () => {
  // Each part is 200 px wide in a window of 300.
  const box = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = this.parentElement === null ? 0 : [...this.parentElement.children].indexOf(this)
    return this.tagName === 'NAV' ? new DOMRect(0, 0, 300, 40) : new DOMRect(at * 200, 0, 200, 40)
  })
  const tabs = ['new', 'changed', 'refused'].map((name) => ({ name, text: name }))
  const { rerender } = render(<Tabs label="Result" tabs={tabs} current="refused" onPick={() => undefined} />)
  const nav = screen.getByRole('navigation', { name: 'Result' })
  expect(nav.scrollLeft).toBe(350)
  rerender(<Tabs label="Result" tabs={tabs} onPick={() => undefined} />)
  expect(nav.scrollLeft).toBe(350)
  box.mockRestore()
})
