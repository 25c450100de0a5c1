import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { decodeDesign, encodeDesign } from '@shared/rules/code'
import type { Quote } from '@desk/api/records'
import { designCode } from '@desk/testing/designs'
import { marina, nigar } from '@desk/testing/fixtures'
import { base, ok, refuse } from '@desk/testing/handlers'
import { visit, violations } from '@desk/testing/render'
import { server } from '@desk/testing/server'

const before = decodeDesign(designCode)
if (before === null) throw new Error('the design of the fixtures is broken')
const changed = encodeDesign({ ...before, widthMm: 2410 })
const impossible = encodeDesign({ ...before, heightMm: 3900 })

interface SentDesign {
  from: string
  to: string
  text: string
}

/** Opens the screen with a changed design; `answer` answers the save, with the quote as it is. */
function open(code: string, answer: (sent: SentDesign, quote: Quote) => Response, from = designCode) {
  const opened = visit(`/quotes/${marina}/design/4?from=${from}#${code}`, {
    ...nigar,
    permissions: [...new Set([...nigar.permissions, 'quotes.write' as const])],
  })
  const sent: SentDesign[] = []
  server.use(
    http.get('*/api/v1.0/designs/rates', () => refuse(503, {})),
    http.put(`${base}/quotes/:number/items/4/design`, async ({ request }) => {
      const body = (await request.json()) as SentDesign
      sent.push(body)
      const quote = opened.state.quotes.get(marina)
      if (quote === undefined) throw new Error('no such quote')
      const response = answer(body, quote)
      if (response.ok) opened.state.quotes.set(marina, withCode(quote, body.to))
      return response
    }),
  )
  return { ...opened, sent }
}

/** The quote with another design of its piece. */
const withCode = (quote: Quote, code: string): Quote => ({
  ...quote,
  items: quote.items.map((item) => (item.design === null ? item : { ...item, design: { ...item.design, code, total: 2952 } })),
})

const save = () => screen.findByRole('button', { name: 'Save to the quote' })

describe('a design that was changed for a quote', () => {
  it('stands beside the one in the quote, and is saved with what was agreed', async () => {
    const { user, sent } = open(changed, ({ to }, quote) => ok(withCode(quote, to)))
    const old = within(await screen.findByRole('region', { name: 'In the quote' }))
    expect(old.getByText('243 × 62 × 262')).toBeVisible()
    expect(old.getByText('₼2,914.00')).toBeVisible()
    const own = within(screen.getByRole('region', { name: 'Changed' }))
    expect(own.getByText('241 × 62 × 262')).toBeVisible()
    expect(own.getByText('by the quote’s price book, once it is saved')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Change further' })).toHaveAttribute(
      'href',
      `/en/design?step=size&quote=${marina}&item=4&from=${designCode}#${changed}`,
    )
    expect(await violations()).toEqual([])
    await user.type(screen.getByLabelText('What was agreed'), ' Eni 241 olsun ')
    await user.click(await save())
    expect(await screen.findByRole('region', { name: `Quote ${marina}` })).toBeVisible()
    expect(sent).toEqual([{ from: designCode, to: changed, text: 'Eni 241 olsun' }])
    expect(await screen.findByText('₼2,952.00')).toBeVisible()
  })

  it('is compared anew if another person changed the piece meanwhile, and then saved over that', async () => {
    const theirs = encodeDesign({ ...before, widthMm: 2400 })
    const { user, state, sent } = open(changed, ({ from, to }, quote) => {
      if (from === theirs) return ok(withCode(quote, to))
      const present = withCode(quote, theirs)
      state.quotes.set(marina, present)
      return refuse(409, { from: 'DESIGN.CHANGED' }, present)
    })
    await user.click(await save())
    const old = within(screen.getByRole('region', { name: 'In the quote' }))
    expect(await old.findByText('240 × 62 × 262')).toBeVisible()
    expect(screen.getAllByText(/was changed meanwhile/)[0]).toBeVisible()
    await user.click(await save())
    await waitFor(() => expect(sent.map(({ from }) => from)).toEqual([designCode, theirs]))
  })

  it('is not saved if nothing is changed', async () => {
    open(designCode, () => refuse(500, {}))
    expect(await screen.findByText('Nothing is changed.')).toBeVisible()
    expect(await save()).toBeDisabled()
  })

  it('is not saved if it cannot be built', async () => {
    open(impossible, () => refuse(500, {}))
    expect(await screen.findByRole('alert')).toHaveTextContent('This design cannot be built.')
    expect(await save()).toBeDisabled()
  })

  it('says that a code is broken', async () => {
    open('EBAAQ', () => refuse(500, {}))
    expect(await screen.findByText('The design cannot be read')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save to the quote' })).toBeNull()
  })
})
