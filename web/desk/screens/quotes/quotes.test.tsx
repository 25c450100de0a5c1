import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { decodeDesign } from '@shared/rules/code'
import type { QuoteItem } from '@desk/api/records'
import { elchin, inMinutes, marina, nigar, rashad } from '@desk/testing/fixtures'
import { makeCustomer, makeCustomerRow } from '@desk/testing/customers'
import { base, list, ok } from '@desk/testing/handlers'
import { fakeFiles } from '@desk/testing/media'
import { visit, violations } from '@desk/testing/render'
import { server } from '@desk/testing/server'
import { sendEvent } from '@desk/testing/stream'

const sent = (calls: { method: string; path: string; key: string | null; body: unknown }[], path: string) =>
  calls.filter((call) => call.path.endsWith(path) && call.method !== 'GET')

describe('the list', () => {
  it('is grouped by what is due and pages by cursor', async () => {
    const { user } = visit('/quotes')
    const list = await screen.findByRole('region', { name: 'Quotes' })
    expect(await within(list).findByText('Late')).toBeVisible()
    const rowOf = (name: string) => within(list).getByRole('link', { name: new RegExp(name) })
    expect(rowOf('Orxan')).toHaveTextContent('Answer is late')
    expect(rowOf('Orxan')).not.toHaveTextContent('Step is late')
    expect(rowOf('Lalə')).toHaveTextContent('Step is late')
    expect(rowOf('Lalə')).not.toHaveTextContent('Answer is late')
    expect(within(list).getByText('2 d 19 h')).toBeVisible()
    expect(within(list).queryByText('Sevinc Rzayeva')).toBeNull()
    await user.click(within(list).getByRole('button', { name: 'Show more' }))
    expect(await within(list).findByText('Sevinc Rzayeva')).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('keeps its filters in the address', async () => {
    const { user } = visit('/quotes')
    await user.click(await screen.findByRole('button', { name: /^Mine/ }))
    await waitFor(() => expect(screen.queryByText('Orxan Nəsirov')).toBeNull())
    expect(window.location.search).toBe('?assignee=me')
    await user.click(await screen.findByRole('link', { name: /Марина/ }))
    expect(window.location.pathname + window.location.search).toBe(`/desk/quotes/${marina}?assignee=me`)
  })

  it('says how many quotes others changed instead of moving rows', async () => {
    const { user } = visit('/quotes')
    await screen.findByText('Orxan Nəsirov')
    act(() => sendEvent('change', { kind: 'quote', id: 'SQ-9A2B3C4D', what: 'created', version: 1, by: rashad.id, at: inMinutes(0) }))
    await user.click(await screen.findByRole('button', { name: '1 new: show' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: '1 new: show' })).toBeNull())
  })

  it('opens the next quote with J', async () => {
    const { user } = visit('/quotes')
    await screen.findByText('Orxan Nəsirov')
    await user.keyboard('j')
    expect(await screen.findByRole('region', { name: 'Quote SQ-1A2B3C4D' })).toBeVisible()
  })
})

describe('the filters', () => {
  it('are chips, each with a cross, and end together', async () => {
    const { user } = visit('/quotes?assignee=me&status=assigned&language=ru')
    const chips = await screen.findByRole('list', { name: 'Filters' })
    const texts = () =>
      within(chips)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    expect(texts()).toEqual(['Status: Assigned', 'Language: Русский', 'Clear filters'])
    expect(await violations()).toEqual([])
    await user.click(within(chips).getByRole('button', { name: 'Remove the filter: Status: Assigned' }))
    expect(window.location.search).toBe('?assignee=me&language=ru')
    await user.click(within(chips).getByRole('button', { name: 'Clear filters' }))
    expect(window.location.search).toBe('')
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
  })
})

describe('a new quote', () => {
  const customers = [
    http.get(`${base}/customers`, ({ request }) =>
      new URL(request.url).searchParams.get('q') === '500001122' ? list([makeCustomerRow()]) : list([]),
    ),
    http.get(`${base}/customers/:id`, () => ok(makeCustomer())),
  ]

  it('begins with the telephone, shows whose it is, and takes product, colour and next step', async () => {
    const { user, state } = visit('/quotes', nigar, undefined, ...customers)
    await screen.findByText('Orxan Nəsirov')
    await user.keyboard('c')
    const dialog = await screen.findByRole('dialog', { name: 'Add a quote' })
    const phone = within(dialog).getByLabelText('Phone')
    await waitFor(() => expect(phone).toHaveFocus())
    await user.keyboard('0500001122')
    expect(await within(dialog).findByText('1 customer with this phone')).toBeVisible()
    const open = await within(dialog).findByRole('list', { name: 'Open quotes and orders: Rauf Nümunəyev' })
    expect(within(open).getByText(marina)).toBeVisible()
    await user.keyboard('{Enter}')
    expect(within(dialog).getByLabelText('First name')).toHaveValue('Rauf')
    expect(within(dialog).getByLabelText('Last name')).toHaveValue('Nümunəyev')
    expect(within(dialog).getByLabelText("Customer's language")).toHaveValue('ru')
    await user.type(within(dialog).getByLabelText('Product'), 'drawer')
    await user.click(await within(dialog).findByRole('button', { name: /Drawer slides/ }))
    await user.selectOptions(within(dialog).getByLabelText('Color'), 'oak')
    await user.clear(within(dialog).getByLabelText('Qty'))
    await user.type(within(dialog).getByLabelText('Qty'), '3')
    await user.selectOptions(within(dialog).getByLabelText('Size'), 'own')
    await user.selectOptions(within(dialog).getByLabelText('Measured'), 'the niche or opening')
    await user.type(within(dialog).getByLabelText('Width, cm'), '243')
    await user.type(within(dialog).getByLabelText('Height, cm'), '262.5')
    await user.type(within(dialog).getByLabelText('Depth, cm'), '10')
    await user.click(within(dialog).getByRole('button', { name: 'Add' }))
    expect(within(dialog).getByLabelText('Depth, cm')).toBeInvalid()
    expect(sent(state.calls, 'quotes')).toEqual([])
    await user.type(within(dialog).getByLabelText('Depth, cm'), '0')
    expect(await violations()).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(sent(state.calls, '/follow-ups')).toHaveLength(1))
    const [created] = sent(state.calls, 'quotes')
    expect(created?.body).toMatchObject({ name: 'Rauf', productId: 312, color: 'oak', quantity: 3, assignToMe: true, measuring: 'own' })
    expect(created?.body).toMatchObject({ measures: { widthMm: 2430, heightMm: 2625, depthMm: 1000 }, measuresOf: 'niche' })
    expect(sent(state.calls, '/follow-ups')[0]?.body).toMatchObject({ followUp: { kind: 'call' } })
  })

  it('goes on to the name with Enter if nobody has the telephone', async () => {
    const { user } = visit('/quotes', nigar, undefined, ...customers)
    await screen.findByText('Orxan Nəsirov')
    await user.keyboard('c')
    const dialog = await screen.findByRole('dialog', { name: 'Add a quote' })
    await user.type(within(dialog).getByLabelText('Phone'), '0551234567')
    expect(await within(dialog).findByText('New customer: go on with the name')).toBeVisible()
    await user.keyboard('{Enter}')
    expect(within(dialog).getByLabelText('First name')).toHaveFocus()
  })
})

describe('marked quotes', () => {
  it('are closed together with one reason; what was refused is listed and stays marked', async () => {
    const bodies: unknown[] = []
    const bulk = http.post(`${base}/quotes/bulk`, async ({ request }) => {
      bodies.push(await request.json())
      const results = [
        { number: 'SQ-1A2B3C4D', ok: true, errors: null },
        { number: marina, ok: false, errors: { general: 'INQUIRY.NOT_YOURS' } },
      ]
      return ok({ done: 1, results })
    })
    const { user } = visit('/quotes', nigar, undefined, bulk)
    await screen.findByText('Orxan Nəsirov')
    await user.click(screen.getByRole('button', { name: 'Mark several quotes' }))
    await user.click(screen.getByRole('checkbox', { name: 'Mark quote SQ-1A2B3C4D' }))
    await user.click(screen.getByRole('checkbox', { name: `Mark quote ${marina}` }))
    const bar = await screen.findByRole('region', { name: '2 quotes' })
    await user.click(within(bar).getByRole('button', { name: 'Close the quotes' }))
    const dialog = await screen.findByRole('dialog', { name: 'Close 2 quotes?' })
    await user.click(within(dialog).getByRole('radio', { name: 'Spam' }))
    await user.click(within(dialog).getByRole('button', { name: 'Close the quote' }))
    const refused = await screen.findByRole('dialog', { name: '1 quote was not changed' })
    expect(within(refused).getByText(marina)).toBeVisible()
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toMatchObject({ action: 'status', to: 'closed', reason: 'spam' })
    expect((bodies[0] as { numbers: string[] }).numbers).toEqual(expect.arrayContaining(['SQ-1A2B3C4D', marina]))
    expect(await violations()).toEqual([])
  })

  it('are all of the filters with one key, also those of further pages', async () => {
    const bodies: { numbers: string[] }[] = []
    const bulk = http.post(`${base}/quotes/bulk`, async ({ request }) => {
      const body = (await request.json()) as { numbers: string[] }
      bodies.push(body)
      return ok({ done: body.numbers.length, results: body.numbers.map((number) => ({ number, ok: true, errors: null })) })
    })
    const { user } = visit('/quotes', nigar, undefined, bulk)
    await screen.findByText('Orxan Nəsirov')
    // Four presses: mark all, close, the reason, and the confirmation.
    await user.keyboard('{Control>}a{/Control}')
    await user.click(within(await screen.findByRole('region', { name: '9 quotes' })).getByRole('button', { name: 'Close the quotes' }))
    await user.click(await screen.findByRole('radio', { name: 'Spam' }))
    await user.click(screen.getByRole('button', { name: 'Close the quote' }))
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]?.numbers).toHaveLength(9)
  })

  it('are a range with Shift', async () => {
    const { user } = visit('/quotes')
    await screen.findByText('Orxan Nəsirov')
    await user.click(screen.getByRole('button', { name: 'Mark several quotes' }))
    const boxes = screen.getAllByRole('checkbox', { name: /^Mark quote/ })
    await user.click(boxes[1] ?? document.body)
    await user.keyboard('{Shift>}')
    await user.click(boxes[4] ?? document.body)
    await user.keyboard('{/Shift}')
    expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([false, true, true, true, true, false])
  })

  it('begin with X on the open quote, and are given to one person', async () => {
    const bodies: unknown[] = []
    const bulk = http.post(`${base}/quotes/bulk`, async ({ request }) => {
      bodies.push(await request.json())
      return ok({ done: 1, results: [{ number: marina, ok: true, errors: null }] })
    })
    const { user } = visit(`/quotes/${marina}`, nigar, undefined, bulk)
    await screen.findByRole('region', { name: `Quote ${marina}` })
    await screen.findByText('Orxan Nəsirov')
    await user.keyboard('x')
    await user.click(within(await screen.findByRole('region', { name: '1 quote' })).getByRole('button', { name: 'Assign' }))
    await user.click(await screen.findByRole('menuitem', { name: rashad.name }))
    await waitFor(() => expect(bodies).toEqual([{ action: 'assign', to: rashad.id, numbers: [marina] }]))
    await waitFor(() => expect(screen.queryByRole('region', { name: '1 quote' })).toBeNull())
  })
})

describe('a quote', () => {
  it('shows each piece with its size and the note of the customer', async () => {
    visit(`/quotes/${marina}`)
    const timeline = await screen.findByRole('list', { name: 'Timeline' })
    const pieces = within(timeline)
      .getAllByText('Künc mətbəxi, palıd')
      .map((name) => name.closest('li')?.textContent.replaceAll('\u00a0', ' '))
    expect(pieces).toHaveLength(3)
    expect(pieces[0]).toContain('niche 285 × 215 × 240.5 cm')
    expect(pieces[0]).toContain('piece 279 × 214 × 236.5 cm, gap: 3 cm on each side, 4 cm on top, 1 cm behind')
    expect(pieces[0]).toContain('Радиатор слева')
    expect(pieces[1]).toContain('standard size')
    expect(pieces[2]).toContain('to be measured on site')
    expect(pieces[2]).toContain('Низами 5')
    const designed = (await within(timeline).findByText('Wardrobe, between walls 243 × 62 × 262 cm')).closest('li')
    expect(designed).toHaveTextContent('₼2,914.00')
    expect(designed).toHaveTextContent('the customer saw ₼2,680.00 – ₼3,150.00')
    expect(designed?.querySelector('img')).toHaveAttribute(
      'src',
      '/images/designs/EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja.svg?view=front&lang=en',
    )
    expect(screen.getByRole('link', { name: 'Open the design' })).toHaveAttribute(
      'href',
      `/en/design?step=size&quote=${marina}&item=4&from=EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja#EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja`,
    )
    expect(screen.getByText('Advertising · google · spring')).toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  it('is taken in one press, which can be undone', async () => {
    const { user, state } = visit('/quotes/SQ-1A2B3C4D')
    await screen.findByRole('region', { name: 'Quote SQ-1A2B3C4D' })
    await user.keyboard('a')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(sent(state.calls, '/assignee').map(({ body }) => body)).toEqual([
        { from: null, to: nigar.id },
        { from: nigar.id, to: null },
      ]),
    )
  })

  it('shows what it is now where somebody else took it first', async () => {
    const { user, state } = visit('/quotes/SQ-1A2B3C4D')
    await screen.findByRole('region', { name: 'Quote SQ-1A2B3C4D' })
    const quote = state.quotes.get('SQ-1A2B3C4D')
    if (quote !== undefined) state.quotes.set(quote.number, { ...quote, status: 'assigned', assignee: rashad })
    await user.keyboard('a')
    expect(await screen.findByText('It has changed meanwhile: Assigned, Rəşad Quliyev')).toBeVisible()
  })

  it('takes a note with a mention, under an idempotency key', async () => {
    const { user, state } = visit(`/quotes/${marina}`)
    const note = await screen.findByLabelText('Text of the note')
    await user.type(note, `@${elchin.name} var?`)
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(note).toHaveValue(''))
    const [call] = sent(state.calls, '/notes')
    expect(call?.body).toEqual({ text: `@${elchin.name} var?`, mentions: [elchin.id] })
    expect(call?.key).toMatch(/^[0-9a-f]{32}$/)
  })

  it('lists the team after an @, and keeps the focus and its keys in the text', async () => {
    const { user, state } = visit(`/quotes/${marina}`)
    const note = await screen.findByLabelText('Text of the note')
    await user.type(note, 'Bax, @elç')
    await user.click(await screen.findByRole('option', { name: elchin.name }))
    await waitFor(() => expect(note).toHaveFocus())
    await user.keyboard('ok')
    expect(note).toHaveValue(`Bax, @${elchin.name} ok`)
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(sent(state.calls, '/notes')[0]?.body).toEqual({ text: `Bax, @${elchin.name} ok`, mentions: [elchin.id] }))
    expect(sent(state.calls, '/offers')).toEqual([])
  })

  it('is answered by the one who waits longest with three keys and the text', async () => {
    const { user, state } = visit('/quotes')
    await screen.findByText('Orxan Nəsirov')
    await user.keyboard('j')
    await screen.findByRole('region', { name: 'Quote SQ-1A2B3C4D' })
    await user.keyboard('p')
    await waitFor(() => expect(screen.getByLabelText('What was agreed?')).toHaveFocus())
    await user.keyboard('285 × 215{Control>}{Enter}{/Control}')
    await waitFor(() => expect(state.calls.find(({ path }) => path.endsWith('/contacts'))?.body).toMatchObject({ text: '285 × 215' }))
  })

  it('rests its keys in the composer, and puts the focus into the text that is asked for', async () => {
    const { user, state } = visit(`/quotes/${marina}`)
    const mention = await screen.findByRole('button', { name: 'Mention somebody' })
    mention.focus()
    await user.keyboard('o')
    expect(sent(state.calls, '/offers')).toEqual([])
    await user.click(screen.getByRole('tab', { name: 'Call' }))
    await waitFor(() => expect(screen.getByLabelText('What was agreed?')).toHaveFocus())
  })

  it('says what the customer asked for on the page of an offer', async () => {
    const { state } = visit(`/quotes/${marina}`)
    const quote = state.quotes.get(marina)
    if (quote === undefined) throw new Error('there is no such quote')
    const asked = (what: 'changeAsked' | 'askedAgain', text: string) => ({
      ...{ id: what, at: inMinutes(-5), kind: 'offer' as const, actor: null, text, former: [] },
      detail: { offerId: 'o1', number: 'ST-0M4K7Q2X', revision: 1, what, total: 6923.7, via: 'link' as const, reason: null },
    })
    const timeline = [...quote.timeline, asked('changeAsked', 'Hündürlük 220 sm olsun'), asked('askedAgain', '')]
    state.quotes.set(marina, { ...quote, timeline })
    const list = await screen.findByRole('list', { name: 'Timeline' })
    const change = within(list).getByText('The customer asks to change offer ST-0M4K7Q2X, ₼6,923.70').closest('li')
    expect(change).toHaveAttribute('data-by', 'customer')
    expect(change).toHaveTextContent('Hündürlük 220 sm olsun')
    expect(within(list).getByText(/asks for a new offer in place of ST-0M4K7Q2X/)).toBeVisible()
  })

  it('shows who looks at it too', async () => {
    visit(`/quotes/${marina}`)
    await screen.findByLabelText('Text of the note')
    const people = [nigar, rashad].map(({ id, name }) => ({ id, name, isEditing: false }))
    act(() => sendEvent('presence', { kind: 'quote', id: marina, people }))
    expect(await screen.findByText('Rəşad Quliyev is looking too')).toBeInTheDocument()
  })

  it('keeps a draft over a reload', async () => {
    localStorage.setItem(`desk.draft.${nigar.id}.${marina}.note`, 'half a sentence')
    visit(`/quotes/${marina}`)
    expect(await screen.findByLabelText('Text of the note')).toHaveValue('half a sentence')
  })

  it('keeps a note in the device without a network, and sends it once with the same key', async () => {
    const { user, state } = visit(`/quotes/${marina}`)
    const keys: (string | null)[] = []
    let isAway = true
    server.use(
      http.post(`${base}/quotes/${marina}/notes`, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        return isAway ? HttpResponse.error() : undefined
      }),
    )
    await user.type(await screen.findByLabelText('Text of the note'), 'offline words')
    act(() => void window.dispatchEvent(new Event('offline')))
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    expect(await screen.findByText('goes out when there is a connection')).toBeVisible()
    expect(localStorage.getItem('desk.outbox')).toContain('offline words')
    isAway = false
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(state.quotes.get(marina)?.timeline.at(-1)?.text).toBe('offline words'), { timeout: 40_000 })
    expect(new Set(keys).size).toBe(1)
    await waitFor(() => expect(localStorage.getItem('desk.outbox')).toBe('[]'))
  })

  it('takes files with a note or without a text, and saves one that is pressed', async () => {
    const { user, state } = visit(`/quotes/${marina}`)
    const { named, handlers } = fakeFiles()
    server.use(...handlers)
    const save = await screen.findByRole('button', { name: 'Add note' })
    const input = () => screen.findByLabelText('Attach files', { selector: 'input' })
    await user.upload(await input(), [new File(['plan'], 'plan.pdf', { type: 'application/pdf' })])
    await waitFor(() => expect(save).toBeEnabled())
    expect(await violations()).toEqual([])
    await user.click(save)
    await waitFor(() => expect(sent(state.calls, '/files')[0]?.body).toEqual({ mediaIds: ['plan.pdf'] }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove plan.pdf' })).toBeNull())
    expect(save).toBeDisabled()

    await user.upload(await input(), [new File(['wall'], 'wall.jpg', { type: 'image/jpeg' })])
    await user.type(screen.getByLabelText('Text of the note'), 'the wall')
    await waitFor(() => expect(save).toBeEnabled())
    await user.click(save)
    await waitFor(() => expect(sent(state.calls, '/notes')[0]?.body).toEqual({ text: 'the wall', mentions: [], mediaIds: ['wall.jpg'] }))
    expect(named).toEqual(['file', 'plan.pdf', 'file', 'wall.jpg'])

    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined })
    const opened = vi.fn()
    server.use(
      http.get(`${base}/media/plan.pdf/content`, () => {
        opened()
        return HttpResponse.arrayBuffer(new ArrayBuffer(4))
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'plan.pdf' }))
    await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  })

  it('has a conversation, whose messages are read when they are shown', async () => {
    const { user, state } = visit(`/quotes/${marina}`)
    const asked = { id: 'm0', side: 'customer' as const, author: null, text: 'Вот стена', createdAt: inMinutes(-5), readAt: null }
    const photo = { mediaId: 'p0', name: 'wall.jpg', type: 'image/jpeg', size: 48_213 }
    state.conversation = { ...state.conversation, messages: [{ ...asked, files: [photo] }] }
    server.use(http.get(`${base}/quotes/:number/messages/photos/p0`, () => HttpResponse.arrayBuffer(new ArrayBuffer(4))))
    const tab = await screen.findByRole('tab', { name: /Conversation.*1 new/ })
    expect(sent(state.calls, '/read')).toEqual([])
    await user.click(tab)
    const log = await screen.findByRole('log', { name: 'Conversation with the customer' })
    expect(within(log).getByText('Вот стена')).toHaveAttribute('lang', 'ru')
    expect(await within(log).findByRole('button', { name: 'Photo: wall.jpg' })).toBeVisible()
    await waitFor(() => expect(sent(state.calls, '/read')[0]?.body).toEqual({ until: 'm0' }))
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Conversation' })).toBeVisible())
    await user.type(screen.getByLabelText('Message to the customer'), 'Какая высота?')
    expect(await violations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await within(log).findByText('Какая высота?')).toBeVisible()
    expect(within(log).getByText('Sent')).toBeVisible()
    const [message] = sent(state.calls, '/messages')
    expect(message?.body).toEqual({ text: 'Какая высота?', mediaIds: [] })
    expect(message?.key).not.toBeNull()
    expect(screen.getByLabelText('Message to the customer')).toHaveValue('')
  })

  it('needs a reason to be lost', async () => {
    const { user, state } = visit(`/quotes/${marina}`)
    await user.click(await screen.findByRole('button', { name: /Status: Assigned/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Lost' }))
    const dialog = await screen.findByRole('dialog', { name: 'Is the quote lost?' })
    const close = within(dialog).getByRole('button', { name: 'Close the quote' })
    expect(close).toBeDisabled()
    await user.click(within(dialog).getByRole('radio', { name: 'Too expensive' }))
    await user.click(close)
    await waitFor(() => expect(sent(state.calls, '/status')[0]?.body).toMatchObject({ from: 'assigned', to: 'lost', reason: 'price' }))
  })

  it('asks whose next step holds where both changed it', async () => {
    const { user, state } = visit(`/quotes/${marina}`)
    const facts = await screen.findByRole('complementary', { name: 'Facts' })
    await user.click(within(facts).getByRole('button', { name: /^Change: Call/ }))
    await screen.findByRole('button', { name: 'Tomorrow 10:00' })
    const quote = state.quotes.get(marina)
    if (quote !== undefined) {
      const followUp = { kind: 'visit' as const, at: inMinutes(600), text: 'theirs' }
      const followUps = quote.followUps.map(({ id }) => ({ id, ...followUp }))
      state.quotes.set(marina, { ...quote, followUp, followUps, version: 5, changedBy: rashad, changedAt: inMinutes(-1) })
    }
    act(() => sendEvent('change', { kind: 'quote', id: marina, what: 'followUp', version: 5, by: rashad.id, at: '' }))
    await screen.findByText(/theirs/)
    await user.click(await screen.findByRole('button', { name: 'Tomorrow 10:00' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const conflict = await screen.findByRole('dialog', { name: /Rəşad Quliyev changed this meanwhile/ })
    await user.click(within(conflict).getByRole('radio', { name: /yours/ }))
    await user.click(within(conflict).getByRole('button', { name: 'Merge and save' }))
    await waitFor(() => expect(state.quotes.get(marina)?.version).toBe(6))
    expect(state.quotes.get(marina)?.followUp?.kind).toBe('call')
  })

  it('keeps the planned step beside a new one, and marks each as done', async () => {
    const { user, state } = visit(`/quotes/${marina}`)
    const facts = await screen.findByRole('complementary', { name: 'Facts' })
    await user.click(within(facts).getByRole('button', { name: 'Add a step' }))
    await user.selectOptions(await screen.findByLabelText('What'), 'Measuring')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await within(facts).findByRole('button', { name: /^Done: Measuring/ })).toBeVisible()
    expect(within(facts).getByRole('button', { name: /^Done: Call/ })).toBeVisible()
    await user.click(within(facts).getByRole('button', { name: /^Done: Call/ }))
    await waitFor(() => expect(within(facts).queryByRole('button', { name: /^Done: Call/ })).toBeNull())
    expect(state.quotes.get(marina)?.followUps.map(({ kind }) => kind)).toEqual(['measure'])
    expect(await violations()).toEqual([])
  })

  it('of a colleague is taken after a question', async () => {
    const { user, state } = visit('/quotes/SQ-2A2B3C4D')
    await screen.findByText(/Kamran Vəliyev works on this quote/)
    await user.keyboard('a')
    const dialog = await screen.findByRole('dialog', { name: 'Take the quote from Kamran Vəliyev?' })
    expect(sent(state.calls, '/assignee')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Take it' }))
    await waitFor(() => expect(sent(state.calls, '/assignee')).toHaveLength(1))
  })

  it('tells other names on its telephone', async () => {
    const { state } = visit(`/quotes/${marina}`)
    const quote = state.quotes.get(marina)
    if (quote !== undefined) state.quotes.set(marina, { ...quote, otherNames: ['Rauf Əliyev'] })
    expect((await screen.findByText('Other names on this number')).nextElementSibling).toHaveTextContent('Rauf Əliyev')
  })

  it('of somebody else can only be taken by sales', async () => {
    visit('/quotes/SQ-2A2B3C4D')
    expect(await screen.findByText(/Kamran Vəliyev works on this quote/)).toBeVisible()
    expect(screen.queryByRole('tab', { name: 'WhatsApp' })).toBeNull()
  })
})

/** A quote whose designed piece is answered by the server as changed. */
function withDesign(path: string, changes: Partial<NonNullable<QuoteItem['design']>>) {
  const { user, state } = visit(`/quotes/${marina}`)
  const bodies: unknown[] = []
  server.use(
    http.post(`${base}/quotes/:number/items/4/${path}`, async ({ request }) => {
      bodies.push(await request.json())
      const quote = state.quotes.get(marina)
      const items = quote?.items.map((item) => (item.design === null ? item : { ...item, design: { ...item.design, ...changes } }))
      return ok({ ...quote, items })
    }),
  )
  return { user, bodies }
}

describe('a designed piece', () => {
  it('takes the measures that were found on site, once each is one', async () => {
    const by = { id: null, name: 'Nigar Həsənova' }
    const code = 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja'
    const { user, bodies } = withDesign('measured', { measured: { code, at: '2026-11-20T08:00:00Z', by, text: 'Divar əyridir' } })
    expect(await screen.findByText('Needs measuring')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Enter the measuring' }))
    const dialog = await screen.findByRole('dialog', { name: 'Enter the measuring' })
    const width = within(dialog).getByRole('textbox', { name: 'Width, cm' })
    expect(width).toHaveValue('243')
    await user.clear(width)
    await user.type(width, 'x')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(width).toBeInvalid())
    expect(bodies).toEqual([])
    await user.clear(width)
    await user.type(width, '242,5')
    await user.type(within(dialog).getByRole('textbox', { name: 'Note' }), 'Divar əyridir')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/^Measured: 20 November, Nigar Həsənova: Divar əyridir/)).toBeVisible()
    const [{ code: sentCode, text } = { code: '', text: '' }] = bodies as { code: string; text: string }[]
    expect(decodeDesign(sentCode)).toEqual({ ...decodeDesign(code), widthMm: 2425 })
    expect(text).toBe('Divar əyridir')
  })

  it('is priced again where the prices are older than the newest', async () => {
    const { user, bodies } = withDesign('renew', { total: 3000, isNewestPrices: true })
    await user.click(await screen.findByRole('button', { name: 'Price with the newest prices' }))
    expect(await screen.findByText('₼3,000.00')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Price with the newest prices' })).toBeNull()
    expect(bodies).toEqual([{ from: 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja' }])
  })
})

describe('the timeline', () => {
  it('has a call corrected by its author, and keeps what it said', async () => {
    const { user, state } = visit(`/quotes/${marina}`)
    const log = await screen.findByRole('list', { name: 'Timeline' })
    // Entries older than an hour, or of another person, have no correction.
    expect(within(log).queryByRole('button', { name: 'Correct' })).toBeNull()
    await user.click(await screen.findByRole('tab', { name: 'Call' }))
    await user.type(screen.getByLabelText('What was agreed?'), 'Razılaşdıq')
    await user.click(screen.getByRole('button', { name: 'Log the call' }))
    await user.click(await within(log).findByRole('button', { name: 'Correct' }))
    const dialog = await screen.findByRole('dialog', { name: 'Correct the contact' })
    await user.selectOptions(within(dialog).getByLabelText('How did the call go?'), 'noAnswer')
    await user.clear(within(dialog).getByLabelText('What was agreed?'))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await user.click(await within(log).findByText('corrected'))
    expect(within(log).getByText(/Razılaşdıq/)).toBeVisible()
    const correction = sent(state.calls, '/timeline')[0]
    expect(correction?.body).toMatchObject({ text: '', outcome: 'noAnswer' })
  })
})

describe('the address of the visit', () => {
  it('is saved by version and leads to a map', async () => {
    const { user, state } = visit(`/quotes/${marina}`)
    const sent: unknown[] = []
    server.use(
      http.patch(`${base}/quotes/:number`, async ({ request }) => {
        const { version, ...changes } = (await request.json()) as { version: number; visitAddress: string | null }
        sent.push({ version, ...changes })
        const quote = state.quotes.get(marina)
        return quote === undefined ? ok() : ok({ ...quote, ...changes, version: version + 1 })
      }),
    )
    const facts = await screen.findByRole('complementary', { name: 'Facts' })
    expect(within(facts).queryByRole('link', { name: 'On the map' })).toBeNull()
    expect(within(facts).getByText('No address yet')).toBeVisible()
    // The first one sets a next step.
    const set = within(facts).getAllByRole('button', { name: 'Set' })
    await user.click(set.at(-1) ?? facts)
    await user.click(await screen.findByRole('textbox', { name: 'Address of the visit' }))
    await user.paste('Nizami 5')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await within(facts).findByText('Nizami 5')).toBeVisible()
    expect(sent).toEqual([{ version: expect.any(Number) as number, visitAddress: 'Nizami 5' }])
    expect(within(facts).getByRole('link', { name: 'On the map' })).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/search?query=Nizami%205',
    )
  })
})
