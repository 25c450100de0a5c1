import { expect, it } from 'vitest'
import { ApiError } from '@shared/api/error'
import type { DesignCode } from '@shared/rules/code'
import { noContacts } from './contacts'
import { designPiece, standardPiece } from './pieces'
import { quoteBody } from './send'
import { designBody, refusedDesigns } from './sent-design'

const code = 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja' as DesignCode
const band = { low: 268_000, high: 315_000 }

it('sends a design with its band in manat, or as a wish', () => {
  expect(designBody({ code, band, isWish: false })).toEqual({ code, low: 2680, high: 3150 })
  expect(designBody({ code, band: null, isWish: true })).toEqual({ code, asWish: true })
})

it('sends designs among products, and alone, as items', () => {
  const design = { ...designPiece(code, 2), note: 'left', band }
  const sent = { quantity: 2, design: { code, low: 2680, high: 3150 }, note: 'left' }
  const items = [{ productId: 7, quantity: 1, color: null }, sent]
  expect(quoteBody(noContacts, [standardPiece(7, 1), design], undefined, 'en')).toMatchObject({ productId: 7, items })
  const alone = quoteBody(noContacts, [design], undefined, 'en')
  expect(alone).toEqual({ ...noContacts, items: [sent] })
  expect(quoteBody(noContacts, [design, standardPiece(7, 1)], undefined, 'en')).not.toHaveProperty('productId')
})

it('reads the refused designs by their place', () => {
  const errors = {
    'items[0].design': 'DESIGN.PRICE_CHANGED',
    'items[2].design': 'DESIGN.IMPOSSIBLE',
    'items[3].design': 'DESIGN.IMPOSSIBLE',
    'items[4].design': 'DESIGN.PRICE_CHANGED',
    'items[5].note': 'FIELD.TOO_LONG',
    phone: 'FIELD.REQUIRED',
  }
  const checks = [
    { key: 'shelf.span', level: 'error', text: 'The shelf sags.' },
    { key: 'note.lift', level: 'note', text: 'It may not fit a lift.' },
  ]
  const data = { items: [{ index: 2, low: null, high: null, checks }, { index: 0, low: 2740.5, high: 3210, checks: [] }, null] }
  expect([...refusedDesigns(new ApiError(409, '', errors, data))]).toEqual([
    [0, { kind: 'price-changed', band: { low: 274_050, high: 321_000 } }],
    [2, { kind: 'impossible', reasons: ['The shelf sags.'] }],
    [3, { kind: 'impossible', reasons: [] }],
  ])
})

it.each([
  null,
  new Error('no answer'),
  new ApiError(409, ''),
  new ApiError(409, '', { 'items[0].design': 'DESIGN.PRICE_CHANGED' }, { items: 7 }),
  // The page of older rules cannot read the renewed code: it says what the service says.
  new ApiError(409, '', { 'items[0].design': 'DESIGN.OLD_RULES' }, { items: [{ index: 0, code, low: null, high: null }] }),
  new ApiError(409, '', { 'items[x].design': 'DESIGN.IMPOSSIBLE' }, null),
])('finds no refused design in %s', (error) => {
  expect(refusedDesigns(error).size).toBe(0)
})
