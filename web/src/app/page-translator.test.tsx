import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { watchPageTranslator } from '@shared/page-translator'

beforeAll(watchPageTranslator)
afterEach(cleanup)

function texts(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode() !== null) found.push(walker.currentNode as Text)
  return found
}

const fontElement = () => document.createElementNS('http://www.w3.org/1999/xhtml', 'font')

function fontOf(text: Text): Element {
  const font = fontElement()
  font.append(fontElement())
  font.firstElementChild?.append(`«${text.data}»`)
  return font
}

/** The ways in which translators replace a text. */
const ways = {
  replaces: (text: Text) => text.replaceWith(fontOf(text)),
  'inserts before and removes': (text: Text) => {
    text.before(fontOf(text))
    text.remove()
  },
  'inserts after and removes': (text: Text) => {
    text.after(fontOf(text))
    text.remove()
  },
  wraps: (text: Text) => {
    const font = fontElement()
    text.replaceWith(font)
    font.append(text)
  },
}

async function translate(way: keyof typeof ways): Promise<void> {
  for (const text of texts(document.body)) ways[way](text)
  await settled()
}

const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)))

function Line({ count, note }: { count: number; note: string | null }) {
  return (
    <p data-testid="line">
      {count} × {`${String(10 * count)} AZN`} <b>bold</b> {note} {count > 2 && <i>many</i>}
    </p>
  )
}

it.each(Object.keys(ways) as (keyof typeof ways)[])('shows a number that changes after a translator %s its text', async (way) => {
  const { rerender } = render(<Line count={1} note={null} />)
  await translate(way)
  rerender(<Line count={3} note={null} />)
  await settled()
  const line = screen.getByTestId('line')
  expect(line).toHaveTextContent(/3/)
  expect(line).toHaveTextContent(/30 AZN/)
  expect(line).toHaveTextContent(/many/)
  expect(line).not.toHaveTextContent(/1[^0-9]/)
  await translate(way)
  rerender(<Line count={4} note={null} />)
  await settled()
  expect(line).toHaveTextContent(/40 AZN/)
})

it.each(Object.keys(ways) as (keyof typeof ways)[])('removes and adds texts after a translator %s them', async (way) => {
  const { rerender, unmount } = render(<Line count={3} note="a note" />)
  await translate(way)
  rerender(<Line count={1} note={null} />)
  await settled()
  expect(screen.getByTestId('line')).not.toHaveTextContent(/note|many/)
  rerender(<Line count={1} note="again" />)
  await settled()
  expect(screen.getByTestId('line')).toHaveTextContent(/again/)
  await translate(way)
  unmount()
  expect(screen.queryByTestId('line')).toBeNull()
})
