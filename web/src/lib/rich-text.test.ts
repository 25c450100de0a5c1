import { expect, it } from 'vitest'
import { textPieces } from './rich-text'

it('parses emphasis and links within the shop', () => {
  expect(textPieces('Oak and <b>walnut</b>. <a href="/faq">How we measure</a>')).toEqual([
    { kind: 'text', text: 'Oak and ' },
    { kind: 'strong', text: 'walnut' },
    { kind: 'text', text: '. ' },
    { kind: 'link', text: 'How we measure', href: '/faq' },
  ])
})

it.each(['', 'Plain', '1 < 2', '<script>x</script>', '<a href="https://example.com">out</a>', '<a href="/x" onclick="y">z</a>'])(
  'leaves %j as text',
  (text) => {
    expect(textPieces(text)).toEqual(text === '' ? [] : [{ kind: 'text', text }])
  },
)
