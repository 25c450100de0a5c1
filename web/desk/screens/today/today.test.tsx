import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { dateInBaku } from '@shared/dates'
import type { Me, Today } from '@desk/api/records'
import { inMinutes, nigar, session, tural } from '@desk/testing/fixtures'
import { base, ok } from '@desk/testing/handlers'
import { violations, visit } from '@desk/testing/render'
import { sendEvent } from '@desk/testing/stream'
import { makeToday, todayOf } from '@desk/testing/today'
import { growth, monthDays } from './figures'

const people = {
  manager: { ...tural, role: 'manager' },
  sales: nigar,
  warehouse: { ...nigar, role: 'warehouse', permissions: ['orders.read', 'products.read', 'today.read', 'stream'] },
  editor: { ...nigar, role: 'editor', permissions: ['products.read', 'products.text', 'today.read', 'stream'] },
} as const satisfies Record<string, object> as unknown as Record<'manager' | 'sales' | 'warehouse' | 'editor', Me>

/** Opens the screen of today; `answer` may change between two loads. */
function open(me: Me, answer: () => Today, path = '/') {
  const asked: string[] = []
  const handler = http.get(`${base}/today`, ({ request }) => {
    asked.push(new URL(request.url).search)
    return ok(answer())
  })
  return { asked, ...visit(path, me, session(me), handler) }
}

const day = dateInBaku(new Date())
const month = day.slice(0, 8)

describe('today', () => {
  it.each([
    [
      'manager',
      'Two quotes wait longer than promised, three calls and visits are due today.',
      [
        'Quotes that wait for an answer',
        'Next step',
        'Orders',
        'Revenue',
        'Where customers come from',
        'First answer, 7 days',
        'Running out',
        'Searches without result',
        'Deliveries',
        'Missing texts',
        'Campaigns',
      ],
    ],
    [
      'sales',
      'Two quotes wait longer than promised, three calls and visits are due today.',
      ['Quotes that wait for an answer', 'Next step', 'Orders'],
    ],
    ['warehouse', 'One delivery is due today, two products are running out.', ['Deliveries', 'Running out']],
    ['editor', 'One product lacks texts.', ['Missing texts', 'Campaigns', 'Searches without result']],
  ] as const)('shows the blocks of a %s', async (role, sentence, blocks) => {
    open(people[role], () => todayOf(role))
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(sentence)
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(titles).toHaveLength(blocks.length)
    blocks.forEach((block, at) => expect(titles[at]).toContain(block))
    expect(await violations()).toEqual([])
  })

  it('leads from each figure to the list whose sum it is', async () => {
    open(people.manager, makeToday)
    await screen.findByRole('heading', { level: 1 })
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    const all = 'Pending%2CProcessing%2CShipped%2CDelivered%2CCompleted%2CCancelled'
    expect(hrefs).toEqual(
      expect.arrayContaining([
        '/desk/quotes?due=overdue',
        `/desk/quotes?followUpFrom=${day}&followUpTo=${day}`,
        '/desk/quotes?waiting=true&sort=waiting',
        '/desk/orders?status=Processing',
        `/desk/orders?status=${all}&from=${day}&to=${day}`,
        `/desk/payments?from=${month}01&to=${month}01`,
        `/desk/payments?from=${month}01&to=${day}&source=offer`,
        `/desk/quotes?kind=quote&from=${month}01&to=${day}&channel=ads`,
        `/desk/quotes?acceptedFrom=${month}01&acceptedTo=${day}&channel=unknown`,
        `/desk/orders?status=${all}&from=${month}01&to=${day}&channel=ads`,
        `/desk/payments?from=${month}01&to=${day}&channel=unknown`,
        `/desk/quotes?assignee=${nigar.id}`,
        '/desk/products?stock=runningOut&sort=stock',
        '/desk/products?q=divan',
        '/desk/products/SK-112',
      ]),
    )
  })

  it('opens the n-th on the lath by its number, and calls and writes from the next steps', async () => {
    const { user } = open(people.sales, () => todayOf('sales'))
    const lath = (await screen.findByText('The working day we promised')).closest('ol') ?? document.body
    const rows = within(lath).getAllByRole('listitem')
    // Two are late, left of the promise.
    expect(rows.map((row) => row.hasAttribute('data-late'))).toEqual([true, true, false, false, false, false, false, false])
    expect(screen.getByText('and 4 more')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Call Марина Волкова' })).toHaveAttribute('href', 'tel:+994500123456')
    expect(screen.getByRole('link', { name: 'WhatsApp Марина Волкова' })).toHaveAttribute('href', 'https://wa.me/994500123456')
    await user.keyboard('2')
    await waitFor(() => expect(window.location.pathname).toBe('/desk/quotes/SQ-2A2B3C4D'))
  })

  it('says which block is away, and loads it again', async () => {
    let answer = todayOf('sales', { orders: null, missing: ['order'] })
    const { user } = open(people.sales, () => answer)
    const block = (await screen.findByRole('heading', { name: 'Orders' })).closest('section') ?? document.body
    expect(within(block).getByRole('alert')).toHaveTextContent('This did not load.')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    answer = todayOf('sales')
    await user.click(within(block).getByRole('button', { name: 'Retry' }))
    expect(await within(block).findByText('4 new today')).toBeVisible()
  })

  it('filters by store in the address, renews itself by the stream, and dates old figures', async () => {
    let answer = todayOf('manager')
    const { asked } = open(people.manager, () => answer, '/?store=s1')
    await screen.findByRole('heading', { level: 1 })
    expect(asked).toEqual(['?store=s1'])
    expect(screen.queryByText(/figures of/)).toBeNull()
    answer = todayOf('manager', { at: inMinutes(-5), counts: { overdueQuotes: 0, followUpsToday: 0 } })
    sendEvent('change', { kind: 'quote', id: 'SQ-1A2B3C4D', what: 'assigned', version: 2, by: null, at: inMinutes(0) })
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Nobody waits.'), { timeout: 10_000 })
    expect(screen.getByText(/figures of/)).toBeVisible()
  })
})

describe('the revenue', () => {
  it.each([
    [112, 100, 12],
    [75, 100, -25],
    [50, 0, null],
    [-20, -10, -100],
  ])('of %d after %d grows by %s percent', (sum, earlier, percent) => {
    expect(growth(sum, earlier)).toBe(percent)
  })

  it('has a bar for each day of the month', () => {
    const revenue = {
      from: '2026-02-01',
      to: '2026-02-02',
      days: [{ on: '2026-02-01', amount: 5 }],
      total: 5,
      previousTotal: 0,
      fromOffers: 0,
      fromWebsite: 5,
      fromDesk: 0,
    }
    const days = monthDays(revenue)
    expect(days).toHaveLength(28)
    expect(days.slice(0, 2)).toEqual([
      { on: '2026-02-01', amount: 5 },
      { on: '2026-02-02', amount: null },
    ])
  })
})
