import { afterEach, beforeEach, expect, it } from 'vitest'
import { recordEvents } from './replay-events'

const view = '<a href="/shop">Shop</a><button aria-label="Menu"></button><button>Ask</button><button>Ask</button>'
let root: HTMLElement
let clicked: string[]

beforeEach(() => {
  clicked = []
  root = document.createElement('div')
  root.innerHTML = view
  document.body.append(root)
})

afterEach(() => root.remove())

/** Renders the same elements again, as the app does. */
function render() {
  root.innerHTML = view
  for (const button of root.querySelectorAll('button')) {
    button.addEventListener('click', () => clicked.push(button.getAttribute('aria-label') ?? button.textContent))
  }
}

const find = (selector: string) => root.querySelector<HTMLElement>(selector) ?? root

it('restores the focus', () => {
  const replay = recordEvents(root)
  find('a').focus()
  render()
  replay()
  expect(find('a')).toHaveFocus()
  expect(clicked).toEqual([])
})

it('moves no focus if nothing was focused', () => {
  const replay = recordEvents(root)
  render()
  replay()
  expect(document.body).toHaveFocus()
})

it('replays a click once', () => {
  const replay = recordEvents(root)
  find('[aria-label="Menu"]').click()
  render()
  replay()
  expect(clicked).toEqual(['Menu'])
})

const point = (type: string, target: EventTarget, pointerType: string) =>
  target.dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true }), { pointerType }))

it.each([
  ['clicks the held button when the mouse is released', 'mouse', '[aria-label="Menu"]', ['Menu']],
  ['clicks nothing when the mouse is released elsewhere', 'mouse', 'a', []],
  ['leaves touch to the browser', 'touch', '[aria-label="Menu"]', []],
])('%s', (_, pointerType, end, expected) => {
  const replay = recordEvents(root)
  point('pointerdown', find('[aria-label="Menu"]'), pointerType)
  render()
  replay()
  point('pointerup', find(end), pointerType)
  point('pointerup', find('[aria-label="Menu"]'), pointerType)
  expect(clicked).toEqual(expected)
})

it('clicks nothing if the mouse was released before', () => {
  const replay = recordEvents(root)
  point('pointerdown', find('[aria-label="Menu"]'), 'mouse')
  point('pointerup', find('[aria-label="Menu"]'), 'mouse')
  render()
  replay()
  point('pointerup', find('[aria-label="Menu"]'), 'mouse')
  expect(clicked).toEqual([])
})
