import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noteSent } from '@/stores/sent-quotes'
import { product } from '@/testing/products'
import QuoteBar from './QuoteBar'

const original = window.IntersectionObserver
/** Sets whether an element is in view, or above the place of the bar. */
let see: Map<Element, (isIntersecting: boolean) => void>

beforeEach(() => {
  see = new Map()
  window.IntersectionObserver = class extends original {
    constructor(private readonly callback: IntersectionObserverCallback) {
      super(() => undefined)
    }

    override observe(target: Element): void {
      see.set(target, (isIntersecting) => act(() => this.callback([{ target, isIntersecting } as IntersectionObserverEntry], this)))
    }
  }
})
afterEach(() => {
  window.IntersectionObserver = original
})

function show() {
  const button = document.createElement('div')
  render(
    <main>
      <h1>Wardrobe 1</h1>
      <QuoteBar product={product({ id: 1 })} insteadOf={{ current: button }} beside={null}>
        <button type="button">Ask for a quote</button>
      </QuoteBar>
    </main>,
  )
  const name = screen.getByRole('heading')
  return { button: (isSeen: boolean) => see.get(button)?.(isSeen), name: (isSeen: boolean) => see.get(name)?.(isSeen) }
}

const ask = () => screen.queryByRole('button', { name: 'Ask for a quote' })

it("stands in for the page's button, but never on the name of the product", () => {
  const seen = show()
  seen.name(false)
  seen.button(false)
  expect(ask()).toBeNull()
  seen.name(true)
  expect(ask()).toBeVisible()
  seen.button(true)
  expect(ask()).toBeNull()
})

it('has the number of the request once it is sent', () => {
  const seen = show()
  seen.name(true)
  seen.button(false)
  act(() => noteSent([2], 'SQ-1'))
  expect(ask()).toBeVisible()
  act(() => noteSent([1, 3], 'SQ-7Q2M04XK'))
  expect(screen.getByText('Sent: SQ-7Q2M04XK')).toBeVisible()
  expect(ask()).toBeNull()
})
