import { http, HttpResponse, type HttpHandler } from 'msw'
import type { PublicConversation } from '@/components/conversation/calls'
import { errorResponse } from './customer'

export const conversationToken = 'SQ-7Q2M04XK.k3J9wQ7dYx2LmT0aVb5cZg'

// An invented person and number.
const question: PublicConversation['messages'][number] = {
  id: '01936b2e-7c00-7000-8000-000000000901',
  side: 'staff',
  author: { name: 'Nigar Əliyeva', phone: '+994500001122' },
  text: 'How high is the wall?',
  files: [],
  createdAt: '2026-11-23T10:22:00Z',
  readAt: null,
}

const errorKey = (name: string) => `CONVERSATION.${name}`

interface FakeConversation {
  conversation: PublicConversation
  /** Paths and bodies of the calls. */
  calls: { path: string; body: Record<string, unknown> }[]
}

/** Answers the customer's calls of one conversation as the contract says. */
export function customerConversation(): { state: FakeConversation; handlers: HttpHandler[] } {
  const state: FakeConversation = { conversation: { number: 'SQ-7Q2M04XK', messages: [question], isFull: false }, calls: [] }
  const ok = (data: unknown) => HttpResponse.json({ success: true, data, message: null })
  const call = (path: string, answer: (body: Record<string, unknown>) => Response) =>
    http.post(`*/api/v1.0/conversations/${path}`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      state.calls.push({ path, body })
      return body.token === conversationToken ? answer(body) : errorResponse(404, '', { token: errorKey('NOT_FOUND') })
    })
  const handlers = [
    call('view', ({ isSeen }) => {
      const messages = state.conversation.messages.map((message) =>
        isSeen === true && message.side === 'staff' ? { ...message, readAt: '2026-11-23T10:30:00Z' } : message,
      )
      state.conversation = { ...state.conversation, messages }
      return ok(state.conversation)
    }),
    call('messages', ({ id, text, mediaIds }) => {
      const files = (mediaIds as string[]).map((mediaId) => ({ mediaId, name: 'wall.jpg', type: 'image/jpeg', size: 4 }))
      const message = { id: String(id), side: 'customer' as const, author: null, text: String(text), files }
      const written = { ...message, createdAt: '2026-11-24T10:30:00Z', readAt: null }
      const isNew = !state.conversation.messages.some((present) => present.id === id)
      if (isNew) state.conversation = { ...state.conversation, messages: [...state.conversation.messages, written] }
      return ok(state.conversation)
    }),
    call('photo', () => HttpResponse.arrayBuffer(new ArrayBuffer(4))),
    http.post('*/api/v1.0/conversations/photos', () => ok({ mediaId: 'p1', name: 'wall.jpg', type: 'image/jpeg', size: 4 })),
  ]
  return { state, handlers }
}
