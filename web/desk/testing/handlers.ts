import { http, HttpResponse, type HttpHandler } from 'msw'
import type { Conversation, FollowUp, Me, Notice, Offer, Quote, QuoteRow, SavedView, Session, Staff } from '@desk/api/records'
import type { Outcome } from '@desk/api/words'
import type { OfferState } from '@desk/api/words'
import { makeOffer, patched } from './offers'
import { makeTemplates } from './templates'
import { todayOf } from './today'
import { activity, inMinutes, makeRows, makeTeam, quoteOf, session, store, teamNames } from './fixtures'

export const base = '*/api/v1.0/desk'

export const ok = (data: unknown = null) => HttpResponse.json({ success: true, data, message: null })

export const list = (data: readonly unknown[], nextCursor: string | null = null, totalRecords = data.length, missing: string[] = []) =>
  HttpResponse.json({ success: true, message: null, data, nextCursor, totalRecords, missing })

export const refuse = (status: number, errors: Record<string, string>, data: unknown = null) =>
  HttpResponse.json({ success: false, data, message: '', errors }, { status, headers: status === 429 ? { 'Retry-After': '60' } : {} })

/** One call as the gateway got it. */
interface Call {
  method: string
  path: string
  key: string | null
  body: unknown
}

export interface FakeDesk {
  session: Session | null
  me: Me
  quotes: Map<string, Quote>
  offers: Map<string, Offer>
  /** The conversation of every quote. */
  conversation: Conversation
  team: Staff[]
  notices: Notice[]
  /** Saved views of the list that a test opens. */
  views: SavedView[]
  hasStepUp: boolean
  calls: Call[]
  /** Answers of the calls with an `Idempotency-Key`. */
  kept: Map<string, unknown>
}

/** Answers the desk's calls as the contract says, from memory. */
export function fakeDesk(me: Me, start: Session | null = session(me)): { state: FakeDesk; handlers: HttpHandler[] } {
  const rows = makeRows()
  const state: FakeDesk = {
    session: start,
    me,
    quotes: new Map(rows.map((row) => [row.number, quoteOf(row)])),
    offers: new Map([makeOffer()].map((offer) => [offer.id, offer])),
    conversation: { messages: [], isFull: false, url: 'https://shop.example/ru/conversation#t', whatsappUrl: null, isMailed: true },
    team: makeTeam(),
    notices: [],
    views: [],
    hasStepUp: false,
    calls: [],
    kept: new Map(),
  }

  type Handle = (body: Record<string, unknown>, parameters: Record<string, string>, url: URL) => Response
  /** A call behind a complete session; `key` asks for an `Idempotency-Key`, `stepUp` for a step-up. */
  const call = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, handle: Handle, { key = false, stepUp = false } = {}) =>
    http[method](`${base}/${path}`, async ({ request, params }) => {
      const text = await request.text()
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
      const url = new URL(request.url)
      const idempotencyKey = request.headers.get('Idempotency-Key')
      state.calls.push({ method: request.method, path: url.pathname.split('/desk/')[1] ?? '', key: idempotencyKey, body })
      if (state.session === null) return refuse(401, { general: 'ERROR.SIGN_IN' })
      if (state.session.step !== 'done' && !path.startsWith('me/second-factors')) return refuse(401, { general: 'DESK.SECOND_FACTOR' })
      if (stepUp && !state.hasStepUp) return refuse(403, { general: 'DESK.STEP_UP' })
      if (key && idempotencyKey === null) return refuse(400, { idempotencyKey: 'FIELD.REQUIRED' })
      if (key && idempotencyKey !== null && state.kept.has(idempotencyKey)) return ok(state.kept.get(idempotencyKey))
      const response = handle(body, params as Record<string, string>, url)
      if (key && idempotencyKey !== null && response.ok) {
        state.kept.set(idempotencyKey, ((await response.clone().json()) as { data: unknown }).data)
      }
      return response
    })
  const quoteCall = (
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    change: (quote: Quote, body: Record<string, unknown>) => Quote | Response,
    key = false,
  ) =>
    call(
      method,
      path === '' ? 'quotes/:number' : `quotes/:number/${path}`,
      (body, { number = '' }) => {
        const quote = state.quotes.get(number.toUpperCase())
        if (quote === undefined) return refuse(404, { general: 'INQUIRY.NOT_FOUND' })
        const changed = change(quote, body)
        if (changed instanceof Response) return changed
        state.quotes.set(changed.number, changed)
        return ok(changed)
      },
      { key },
    )
  const planned = (quote: Quote, followUps: Quote['followUps']): Quote => {
    const [first] = followUps
    const followUp = first === undefined ? null : { kind: first.kind, at: first.at, text: first.text }
    return { ...quote, followUps, followUp, version: quote.version + 1 }
  }
  /** A call of one offer; a move checks the version of its body first. */
  const offerCall = (path: string, change: (offer: Offer, body: Record<string, unknown>) => Offer | Response, key = true) =>
    call(
      'post',
      `offers/:id/${path}`,
      (body, { id = '' }) => {
        const offer = state.offers.get(id)
        if (offer === undefined) return refuse(404, { general: 'OFFER.NOT_FOUND' })
        if ('version' in body && body.version !== offer.version) return refuse(409, { version: 'DESK.CHANGED' }, offer)
        const changed = change(offer, body)
        if (changed instanceof Response) return changed
        state.offers.set(changed.id, changed)
        return ok(changed)
      },
      { key },
    )
  const moved = (offer: Offer, to: OfferState, changes: Partial<Offer> = {}): Offer => ({
    ...offer,
    state: to,
    version: offer.version + 1,
    ...changes,
  })
  const personOf = (id: unknown) => {
    const found = teamNames.find((person) => person.id === id)
    return found === undefined ? null : { id: found.id, name: found.name }
  }
  const unread = () => state.notices.filter(({ readAt }) => readAt === null).length
  const mine = () => ({ id: state.me.id, name: `${state.me.name} ${state.me.lastname}` })
  const entry = (quote: Quote) => ({ id: `e${String(quote.timeline.length)}`, at: inMinutes(0), actor: mine(), former: [] })
  const begin = (next: Session) => {
    state.session = next
    return ok(next)
  }

  const handlers = [
    http.post(`${base}/session/validate`, () =>
      state.session === null ? HttpResponse.json({ success: false, data: null, message: null }) : ok(state.session),
    ),
    http.post(`${base}/session`, async ({ request }) => {
      const { email, password } = (await request.json()) as { email: string; password: string }
      if (email !== state.me.email || password !== 'correct horse') return refuse(401, { general: 'AUTH.WRONG_CREDENTIALS' })
      return begin(session(null, 'code'))
    }),
    http.delete(`${base}/session`, () => {
      state.session = null
      return ok()
    }),
    http.post(`${base}/session/second-factor`, async ({ request }) => {
      const { code, recoveryCode } = (await request.json()) as { code?: string; recoveryCode?: string }
      if (code !== undefined && code !== '407193') return refuse(400, { code: 'DESK.CODE_WRONG' })
      if (recoveryCode !== undefined && recoveryCode !== '7Q2M-04XK') return refuse(400, { recoveryCode: 'DESK.CODE_WRONG' })
      return begin(session(state.me))
    }),
    call('post', 'session/step-up', ({ code }) => {
      if (code !== '407193') return refuse(400, { code: 'DESK.CODE_WRONG' })
      state.hasStepUp = true
      return ok({ ...session(state.me), stepUpUntil: inMinutes(5) })
    }),
    http.post(`${base}/invitations/view`, async ({ request }) => {
      const { token } = (await request.json()) as { token: string }
      if (token !== 'good') return refuse(400, { token: 'STAFF.INVITATION_EXPIRED' })
      return ok({
        email: 'sabina@example.com',
        role: 'editor',
        hasAccount: false,
        expiresAt: inMinutes(60),
        name: '',
        lastname: '',
        language: 'en',
      })
    }),
    http.post(`${base}/invitations/accept`, () => begin(session(null, 'enrol'))),
    call('get', 'me/second-factors', () =>
      ok([{ id: 'f1', kind: 'totp', name: 'Telefon', isConfirmed: true, createdAt: inMinutes(-9000), lastUsedAt: inMinutes(-60) }]),
    ),
    call('post', 'me/second-factors/link', () => ok()),
    call('post', 'me/second-factors', () =>
      ok({
        id: 'f2',
        kind: 'totp',
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        otpauthUri:
          'otpauth://totp/Sebeke:nigar@example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Sebeke&period=30&digits=6&algorithm=SHA1',
      }),
    ),
    call('post', 'me/second-factors/:id/confirm', ({ code }) => {
      if (code !== '407193') return refuse(400, { code: 'DESK.CODE_WRONG' })
      state.session = session(state.me)
      const recoveryCodes = [
        '7Q2M-04XK',
        '1A2B-3C4D',
        '2A2B-3C4D',
        '3A2B-3C4D',
        '4A2B-3C4D',
        '5A2B-3C4D',
        '6A2B-3C4D',
        '7A2B-3C4D',
        '8A2B-3C4D',
        '9A2B-3C4D',
      ]
      return ok({ session: state.session, recoveryCodes })
    }),
    call('get', 'me/recovery-codes', () => ok({ left: 9, createdAt: inMinutes(-9000) })),
    call('post', 'me/recovery-codes', () => ok({ recoveryCodes: ['7Q2M-04XK'] }), { stepUp: true }),
    call('get', 'me/push', () => ok({ publicKey: null })),
    call('get', 'me/devices', () =>
      ok([
        {
          id: 'd1',
          name: 'Chrome, Windows',
          createdAt: inMinutes(-9000),
          lastUsedAt: inMinutes(-60),
          expiresAt: inMinutes(9000),
          isCurrent: true,
        },
      ]),
    ),
    call('patch', 'me', ({ version, ...changes }) => {
      if (version !== state.me.version) return refuse(409, { version: 'DESK.CHANGED' }, session(state.me))
      state.me = { ...state.me, ...changes, version: state.me.version + 1 }
      return begin(session(state.me))
    }),
    call('get', 'team/names', () => ok(teamNames)),
    call('get', 'team', () => list(state.team)),
    call(
      'post',
      'team',
      (body) => {
        const taken = state.team.find(({ email }) => email === body.email)
        if (taken !== undefined) return refuse(409, { email: 'STAFF.EXISTS' }, taken)
        const [first] = state.team
        const invited = { ...first, ...body, id: '01936b2e-7c00-7000-8000-000000000099', state: 'invited', version: 1 } as Staff
        state.team = [...state.team, invited]
        return ok(invited)
      },
      { key: true, stepUp: true },
    ),
    call(
      'patch',
      'team/:id',
      ({ version, isDisabled, handOverTo, ...changes }, { id }) => {
        const staff = state.team.find((candidate) => candidate.id === id)
        if (staff === undefined) return refuse(404, { general: 'STAFF.NOT_FOUND' })
        if (version !== staff.version) return refuse(409, { version: 'DESK.CHANGED' }, staff)
        if (isDisabled === true && handOverTo === undefined && staff.openQuotes !== 0)
          return refuse(409, { isDisabled: 'STAFF.HAS_OPEN_QUOTES' })
        const disabled = isDisabled === true ? { state: 'disabled' as const, openQuotes: 0 } : {}
        const changed = { ...staff, ...changes, ...disabled, version: staff.version + 1 }
        state.team = state.team.map((other) => (other.id === id ? changed : other))
        return ok(changed)
      },
      { stepUp: true },
    ),
    call('delete', 'team/:id/sessions', () => ok()),
    call('get', 'activity', () => list(activity)),
    call('get', 'notices', () => list(state.notices)),
    call('get', 'notices/count', () => ok({ unread: unread() })),
    call('post', 'notices/read', ({ ids, all }) => {
      const isRead = (id: string) => all === true || (Array.isArray(ids) && ids.includes(id))
      state.notices = state.notices.map((notice) => (isRead(notice.id) ? { ...notice, readAt: inMinutes(0) } : notice))
      return ok({ unread: unread() })
    }),
    call('get', 'quotes/counts', () => {
      const quotes = [...state.quotes.values()]
      const count = (is: (row: QuoteRow) => boolean) => quotes.filter(is).length
      return ok({
        toOrder: count(({ due }) => due === 'toOrder'),
        changeWanted: 0,
        overdue: count(({ due }) => due === 'overdue'),
        unanswered: count(({ due }) => due === 'unanswered'),
        today: count(({ due }) => due === 'today'),
        new: count(({ due }) => due === 'new'),
        waiting: count(({ due }) => due === 'waiting'),
        later: 0,
        mine: count(({ assignee }) => assignee?.id === state.me.id),
        unassigned: count(({ assignee }) => assignee === null),
        open: quotes.length,
        byStatus: {},
      })
    }),
    call('get', 'quotes', (_, __, url) => {
      const { assignee, status, q, cursor } = Object.fromEntries(url.searchParams)
      const found = [...state.quotes.values()].filter(
        (quote) =>
          (assignee === undefined || (assignee === 'none' ? quote.assignee === null : quote.assignee?.id === state.me.id)) &&
          (status === undefined || status.split(',').includes(quote.status)) &&
          (q === undefined || `${quote.number} ${quote.customer.name ?? ''} ${quote.customer.surname ?? ''}`.includes(q)),
      )
      const size = 6
      const from = cursor === undefined ? 0 : Number(cursor)
      return list(found.slice(from, from + size), from + size < found.length ? String(from + size) : null, found.length)
    }),
    call('post', 'quotes', () => ok(state.quotes.get('SQ-1A2B3C4D')), { key: true }),
    quoteCall('get', '', (quote) => quote),
    quoteCall('put', 'assignee', (quote, { from, to }) => {
      if ((quote.assignee?.id ?? null) !== from) return refuse(409, { from: 'DESK.CHANGED' }, quote)
      const assignee = to === state.me.id ? mine() : personOf(to)
      const status = quote.status === 'new' ? 'assigned' : quote.status
      return { ...quote, assignee, status, version: quote.version + 1 }
    }),
    quoteCall('post', 'status', (quote, { from, to, reason, followUp }) => {
      if (quote.status !== from) return refuse(409, { from: 'DESK.CHANGED' }, quote)
      if (to === 'waiting' && !followUp && quote.followUp === null) return refuse(400, { followUp: 'FIELD.REQUIRED' })
      if ((to === 'lost' || to === 'closed') && !reason) return refuse(400, { reason: 'FIELD.REQUIRED' })
      return { ...quote, status: to as Quote['status'], allowedStatuses: ['assigned'], version: quote.version + 1 }
    }),
    quoteCall('put', 'follow-up', (quote, { version, followUp }) => {
      if (version !== quote.version) return refuse(409, { version: 'DESK.CHANGED' }, quote)
      return { ...quote, followUp: followUp as Quote['followUp'], version: quote.version + 1 }
    }),
    quoteCall(
      'post',
      'follow-ups',
      (quote, { followUp }) => planned(quote, [...quote.followUps, { id: 's2', ...(followUp as FollowUp) }]),
      true,
    ),
    quoteCall('patch', 'follow-ups/:id', (quote, { version, followUp }) => {
      if (version !== quote.version) return refuse(409, { version: 'DESK.CHANGED' }, quote)
      return planned(quote, [{ id: quote.followUps[0]?.id ?? '', ...(followUp as FollowUp) }, ...quote.followUps.slice(1)])
    }),
    quoteCall('delete', 'follow-ups/:id', (quote) => planned(quote, quote.followUps.slice(1))),
    call('get', 'calendar', () => ok([...state.quotes.values()].flatMap((quote) => quote.followUps.map((step) => ({ step, quote }))))),
    quoteCall(
      'post',
      'notes',
      (quote, { text, mentions }) => ({
        ...quote,
        timeline: [
          ...quote.timeline,
          {
            ...entry(quote),
            kind: 'note',
            text: text as string,
            detail: { mentions: (mentions as string[]).flatMap((id) => personOf(id) ?? []), files: [] },
          },
        ],
      }),
      true,
    ),
    quoteCall(
      'post',
      'files',
      (quote, { mediaIds }) => {
        const files = (mediaIds as string[]).map((mediaId) => ({ mediaId, name: mediaId, type: 'application/pdf', size: 4 }))
        return { ...quote, timeline: [...quote.timeline, { ...entry(quote), kind: 'file', text: '', detail: { files } }] }
      },
      true,
    ),
    quoteCall(
      'post',
      'contacts',
      (quote, { channel, direction, outcome, text }) => ({
        ...quote,
        timeline: [
          ...quote.timeline,
          {
            ...entry(quote),
            kind: 'contact',
            text: text as string,
            detail: { channel, direction, outcome, minutes: null },
          } as Quote['timeline'][number],
        ],
      }),
      true,
    ),
    quoteCall('patch', 'timeline', (quote, { id, text, outcome }) => ({
      ...quote,
      timeline: quote.timeline.map((entry) => {
        if (entry.id !== id || entry.kind !== 'contact') return entry
        const detail = { ...entry.detail, outcome: outcome as Outcome }
        return {
          ...entry,
          text: text as string,
          detail,
          former: [{ text: entry.text, outcome: entry.detail.outcome, until: inMinutes(0) }],
        }
      }),
    })),
    quoteCall(
      'post',
      'mail',
      (quote, { subject, text }) => ({
        ...quote,
        timeline: [
          ...quote.timeline,
          {
            ...entry(quote),
            kind: 'mail',
            text: text as string,
            detail: { mailId: 'm1', subject: subject as string, state: 'waiting', reason: null },
          },
        ],
      }),
      true,
    ),
    call('get', 'quotes/:number/messages', () => ok(state.conversation)),
    call('post', 'quotes/:number/messages/read', () => {
      const messages = state.conversation.messages.map((message) => ({ ...message, readAt: message.readAt ?? inMinutes(0) }))
      state.conversation = { ...state.conversation, messages }
      return ok(state.conversation)
    }),
    call(
      'post',
      'quotes/:number/messages',
      ({ text }) => {
        const id = `m${String(state.conversation.messages.length)}`
        const message = {
          id,
          side: 'staff' as const,
          author: mine(),
          text: text as string,
          files: [],
          createdAt: inMinutes(0),
          readAt: null,
        }
        state.conversation = { ...state.conversation, messages: [...state.conversation.messages, message] }
        return ok(state.conversation)
      },
      { key: true },
    ),
    call('get', 'quotes/:number/offers', (_, { number }) =>
      ok([...state.offers.values()].filter(({ quoteNumber }) => quoteNumber === number)),
    ),
    call(
      'post',
      'quotes/:number/offers',
      (_, { number = '' }) => {
        const made = makeOffer({ id: `made-${String(state.offers.size)}`, number: 'ST-9A2B3C4D', quoteNumber: number, version: 1 })
        state.offers.set(made.id, made)
        return ok(made)
      },
      { key: true },
    ),
    call('get', 'offers/:id', (_, { id = '' }) => {
      const offer = state.offers.get(id)
      return offer === undefined ? refuse(404, { general: 'OFFER.NOT_FOUND' }) : ok(offer)
    }),
    call('patch', 'offers/:id', ({ version, ...changes }, { id = '' }) => {
      const offer = state.offers.get(id)
      if (offer === undefined) return refuse(404, { general: 'OFFER.NOT_FOUND' })
      if (version !== offer.version) return refuse(409, { version: 'DESK.CHANGED' }, offer)
      if (offer.state !== 'draft') return refuse(409, { general: 'OFFER.FROZEN' }, offer)
      const next = patched(offer, changes, mine())
      state.offers.set(id, next)
      return ok(next)
    }),
    call('delete', 'offers/:id', (_, { id = '' }, url) => {
      const offer = state.offers.get(id)
      if (String(offer?.version) !== url.searchParams.get('version')) return refuse(409, { version: 'DESK.CHANGED' }, offer)
      state.offers.delete(id)
      return ok()
    }),
    call('get', 'offers/:id/link', () => {
      const token = 'ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg'
      const url = `https://shop.example/ru/offer#${token}`
      return ok({ url, token, whatsappUrl: `https://wa.me/994500123456?text=${encodeURIComponent(url)}` })
    }),
    offerCall('send', (offer, { total }) => {
      if (offer.isOverLimit && offer.approval.state !== 'given') return refuse(409, { general: 'OFFER.APPROVAL_NEEDED' })
      if (total !== offer.total) return refuse(409, { total: 'OFFER.OTHER_TOTAL' })
      return moved(offer, 'sent', { sentBy: mine(), sentAt: inMinutes(0) })
    }),
    offerCall('request-approval', (offer, { text }) =>
      moved(offer, 'draft', {
        approval: { ...offer.approval, state: 'asked', askedBy: mine(), askedAt: inMinutes(0), text: text as string },
      }),
    ),
    offerCall('approve', (offer, { isApproved }) =>
      moved(offer, 'draft', {
        approval: {
          ...offer.approval,
          state: isApproved === true ? 'given' : 'refused',
          decidedBy: mine(),
          decidedAt: inMinutes(0),
          text: null,
        },
      }),
    ),
    offerCall('revise', (offer) => makeOffer({ ...offer, id: `${offer.id}-2`, revision: offer.revision + 1, state: 'draft', version: 1 })),
    offerCall('withdraw', (offer) => moved(offer, 'withdrawn')),
    offerCall('accepted-by-phone', (offer) =>
      moved(offer, 'accepted', { decidedVia: 'phone', decidedBy: mine(), decidedAt: inMinutes(0) }),
    ),
    offerCall('reopen', (offer) => moved(offer, 'opened', { decidedVia: null, decidedBy: null, decidedAt: null })),
    call('get', 'today', () => ok(todayOf(state.me.role))),
    call('get', 'search', () => ok({ quotes: [], orders: [], customers: [], products: [], missing: [] })),
    call('get', 'mails', () => list([])),
    call('get', 'views/:screen', () => ok(state.views)),
    call('put', 'views/:screen/:id', (body, { id = '' }) => {
      const present = state.views.find((view) => view.id === id)
      if ((present?.version ?? 0) !== body.version) return refuse(409, { version: 'DESK.CHANGED' }, present)
      const owner = present?.owner ?? mine()
      const saved = {
        ...(body as Pick<SavedView, 'name' | 'filter' | 'columns' | 'isShared'>),
        id,
        owner,
        version: (present?.version ?? 0) + 1,
        changedAt: inMinutes(0),
      }
      state.views = [...state.views.filter((view) => view.id !== id), saved]
      return ok(saved)
    }),
    call('delete', 'views/:screen/:id', (_, { id }) => {
      state.views = state.views.filter((view) => view.id !== id)
      return ok()
    }),
    call('get', 'templates', () => ok(makeTemplates())),
    call('get', 'templates/:code', (_, { code }) => {
      const template = makeTemplates().find((one) => one.code === code)
      return template === undefined ? refuse(404, { general: 'ERROR.NOT_FOUND' }) : ok(template)
    }),
    call('get', 'dead-letters', () => list([])),
    call('get', 'customers', () => list([])),
    call('get', 'customers/:id', () => ok({ addresses: [] })),
    call(
      'post',
      'orders',
      ({ madeToOrder, leaveOut }) => {
        const handled = [...(madeToOrder as string[]), ...(leaveOut as string[])]
        return handled.includes('l1') ? ok({ orderNumber: 'SB-4K7Q2M0X' }) : refuse(409, { 'lines[0]': 'ORDER.NOT_ENOUGH' })
      },
      { key: true },
    ),
    http.get('*/api/v1.0/products/search', () =>
      HttpResponse.json({
        success: true,
        message: null,
        data: [
          {
            id: 312,
            code: 'BR-312',
            nameAz: 'Rels',
            nameRu: 'Направляющие',
            nameEn: 'Drawer slides',
            price: 34.45,
            discount: 0,
            stockQuantity: 156,
            colors: ['oak', 'walnut'],
            images: [],
          },
        ],
        totalRecords: 1,
        totalPages: 1,
      }),
    ),
    http.put(`${base}/presence`, () => ok({ people: [] })),
    http.get('*/api/v1.0/stores', () => HttpResponse.json({ success: true, message: null, data: [store], catalogueUrl: null })),
  ]
  return { state, handlers }
}
