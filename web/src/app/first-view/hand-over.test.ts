import { afterEach, beforeEach, expect, it } from 'vitest'
import { noteActions } from './hand-over'

const view = '<a href="/shop">Shop</a><button aria-label="Menu"></button><button>Ask</button><button>Ask</button>'
let root: HTMLElement
let pressed: string[]

beforeEach(() => {
  pressed = []
  root = document.createElement('div')
  root.innerHTML = view
  document.body.append(root)
})

afterEach(() => root.remove())

/** The app draws the same elements anew. */
function draw() {
  root.innerHTML = view
  for (const button of root.querySelectorAll('button')) {
    button.addEventListener('click', () => pressed.push(button.getAttribute('aria-label') ?? button.textContent))
  }
}

const find = (selector: string) => root.querySelector<HTMLElement>(selector) ?? root

it('keeps the focus where it was', () => {
  const onShown = noteActions(root)
  find('a').focus()
  draw()
  onShown()
  expect(find('a')).toHaveFocus()
  expect(pressed).toEqual([])
})

it('gives nobody the focus who had none', () => {
  const onShown = noteActions(root)
  draw()
  onShown()
  expect(document.body).toHaveFocus()
})

it('presses once what was pressed before it could do anything', () => {
  const onShown = noteActions(root)
  find('[aria-label="Menu"]').click()
  draw()
  onShown()
  expect(pressed).toEqual(['Menu'])
})

const point = (type: string, target: EventTarget, pointerType: string) =>
  target.dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true }), { pointerType }))

it.each([
  ['presses what a mouse is still down on when it comes up', 'mouse', '[aria-label="Menu"]', ['Menu']],
  ['presses nothing that a mouse has left before it comes up', 'mouse', 'a', []],
  ['leaves the press of a finger to the browser', 'touch', '[aria-label="Menu"]', []],
])('%s', (_, pointerType, end, expected) => {
  const onShown = noteActions(root)
  point('pointerdown', find('[aria-label="Menu"]'), pointerType)
  draw()
  onShown()
  point('pointerup', find(end), pointerType)
  point('pointerup', find('[aria-label="Menu"]'), pointerType)
  expect(pressed).toEqual(expected)
})

it('has nothing to press where the mouse came up in time', () => {
  const onShown = noteActions(root)
  point('pointerdown', find('[aria-label="Menu"]'), 'mouse')
  point('pointerup', find('[aria-label="Menu"]'), 'mouse')
  draw()
  onShown()
  point('pointerup', find('[aria-label="Menu"]'), 'mouse')
  expect(pressed).toEqual([])
})
