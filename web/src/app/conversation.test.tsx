import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { loadPhoto } from '@/components/conversation/calls'
import { conversationToken, customerConversation } from '@/testing/handlers/conversation'
import { errorResponse } from '@/testing/handlers/customer'
import { customerOffer, offerToken } from '@/testing/handlers/offer'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

function open(path = `/conversation#${conversationToken}`) {
  const { state, handlers } = customerConversation()
  server.use(...handlers)
  return { state, ...visit(path) }
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const bodies = (calls: { path: string; body: Record<string, unknown> }[], path: string) =>
  calls.filter((call) => call.path === path).map(({ body }) => body)

async function violations(): Promise<string[]> {
  const found = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

describe('a conversation', () => {
  it('is read by its link, and takes a message with a photo once', async () => {
    const { state, user } = open()
    await title('Conversation about the request SQ-7Q2M04XK')
    const log = screen.getByRole('log', { name: 'Messages' })
    expect(within(log).getByText('How high is the wall?')).toBeVisible()
    expect(bodies(state.calls, 'view')[0]).toEqual({ token: conversationToken, isSeen: true })
    expect(screen.getByRole('link', { name: /050 000 11 22/ })).toHaveAttribute('href', 'tel:+994500001122')
    expect(await violations()).toEqual([])

    const send = screen.getByRole('button', { name: 'Send' })
    expect(send).toBeDisabled()
    await user.upload(screen.getByLabelText('Add photos'), new File(['wall'], 'wall.jpg', { type: 'image/jpeg' }))
    await waitFor(() => expect(send).toBeEnabled())
    await user.type(screen.getByLabelText('Your message'), ' 262 cm ')
    // The answer of the first attempt is lost.
    server.use(http.post('*/conversations/messages', () => HttpResponse.error(), { once: true }))
    await user.click(send)
    expect(await screen.findByText(/did not reach us/)).toBeVisible()
    await user.click(send)
    expect(await within(log).findByText('262 cm')).toBeVisible()
    const [message] = bodies(state.calls, 'messages')
    expect(message).toMatchObject({ token: conversationToken, text: '262 cm', mediaIds: ['p1'] })
    expect(message?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(await within(log).findByRole('button', { name: 'Photo: wall.jpg' })).toBeVisible()
    expect(within(log).getByText('Sent, not read yet')).toBeVisible()
    expect(screen.getByLabelText('Your message')).toHaveValue('')
    expect(screen.queryByRole('button', { name: 'Remove wall.jpg' })).toBeNull()
    expect(await violations()).toEqual([])
  })

  it('keeps the text that is being written', async () => {
    const { user } = open()
    await user.type(await screen.findByLabelText('Your message'), 'half a mess')
    expect(localStorage.getItem('message.SQ-7Q2M04XK')).toBe('half a mess')
    expect(JSON.stringify(localStorage)).not.toContain('k3J9wQ7dYx2LmT0aVb5cZg')
  })

  it('refuses a photo that is too large before it is sent, and shows why another was refused', async () => {
    const { user } = open()
    await title('Conversation about the request SQ-7Q2M04XK')
    const large = new File(['a'], 'large.jpg', { type: 'image/jpeg' })
    Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 })
    server.use(http.post('*/conversations/photos', () => errorResponse(415, 'No picture.', { file: 'MEDIA.TYPE' }), { once: true }))
    await user.upload(screen.getByLabelText('Add photos'), [large, new File(['b'], 'odd.png', { type: 'image/png' })])
    expect(await screen.findByText('The photo is larger than 10 MB.')).toBeVisible()
    expect(await screen.findByText('No picture.')).toBeVisible()
    await user.click(screen.getAllByRole('button', { name: 'Retry' })[1] ?? document.body)
    await waitFor(() => expect(screen.queryByText('No picture.')).toBeNull())
  })

  it('waits for a photo that is still converted', async () => {
    const { state, handlers } = customerConversation()
    const file = { mediaId: 'p1', name: 'wall.jpg', type: 'image/jpeg', size: 4 }
    state.conversation.messages = state.conversation.messages.map((message) => ({ ...message, files: [file] }))
    server.use(...handlers)
    const asked = vi.fn()
    server.use(
      http.post('*/conversations/photo', () => {
        asked()
        return new HttpResponse(null, { status: 202, headers: { 'Retry-After': '1' } })
      }),
    )
    visit(`/conversation#${conversationToken}`)
    expect(await screen.findByRole('img', { name: 'Photo: wall.jpg' })).toBeVisible()
    await waitFor(() => expect(asked).toHaveBeenCalled())
    await expect(loadPhoto(conversationToken)('p1')).rejects.toMatchObject({ status: 202 })
    expect(screen.queryByText('The photo cannot be shown')).toBeNull()
  })

  it('of a wrong link says so', async () => {
    open('/conversation#SQ-7Q2M04XK.aaaaaaaaaaaaaaaaaaaaaa')
    await title('This link opens no conversation')
    expect(await violations()).toEqual([])
  })

  it('is on the page of an offer, by the token of the offer', async () => {
    server.use(...customerOffer().handlers)
    const bodies: unknown[] = []
    server.use(
      http.post('*/conversations/view', async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json({ success: true, message: null, data: { number: 'SQ-7Q2M04XK', messages: [], isFull: false } })
      }),
    )
    const { user } = visit(`/offer#${offerToken}`)
    const button = await screen.findByRole('button', { name: 'Write to us' })
    expect(bodies).toEqual([])
    await user.click(button)
    expect(await screen.findByText('Nothing is written yet.')).toBeVisible()
    expect(bodies).toEqual([{ token: offerToken, isSeen: true }])
  })
})
