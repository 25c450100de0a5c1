import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nigar } from '@desk/testing/fixtures'
import { base, ok } from '@desk/testing/handlers'
import { violations, visit } from '@desk/testing/render'

const endpoint = 'https://push.example/a'

/** A browser that subscribes; `permission` is what the person answers. */
function browser(permission: NotificationPermission) {
  let current: object | null = null
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
    unsubscribe: () => {
      current = null
      return Promise.resolve(true)
    },
  }
  const pushManager = {
    getSubscription: () => Promise.resolve(current),
    subscribe: vi.fn(() => Promise.resolve((current = subscription))),
  }
  const registration = { pushManager }
  const stored = vi.fn(() => Promise.resolve())
  const requestPermission = vi.fn(() => Promise.resolve(permission))
  vi.stubGlobal('Notification', { permission, requestPermission })
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal('caches', { open: () => Promise.resolve({ put: stored }) })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: () => Promise.resolve(registration),
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    },
  })
  return { pushManager, requestPermission }
}

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const open = (publicKey: string | null) => {
  const sent: [string, unknown][] = []
  const keep = async ({ request }: { request: Request }) => {
    sent.push([request.method, await request.json()])
    return ok(null)
  }
  const handlers = [
    http.get(`${base}/me/push`, () => ok({ publicKey })),
    http.put(`${base}/me/push`, keep),
    http.delete(`${base}/me/push`, keep),
  ]
  return { sent, ...visit('/me', nigar, undefined, ...handlers) }
}

describe('push messages', () => {
  it('ask on a press only, and are ended by another', async () => {
    const { pushManager, requestPermission } = browser('granted')
    const { user, sent } = open('BKey')
    const box = await screen.findByRole('checkbox', { name: 'Notify this browser' })
    expect(requestPermission).not.toHaveBeenCalled()
    await user.click(box)
    await waitFor(() => expect(box).toBeChecked())
    expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' })
    expect(sent).toEqual([['PUT', { endpoint, keys: { p256dh: 'key', auth: 'secret' } }]])
    expect(await violations()).toEqual([])
    await user.click(box)
    await waitFor(() => expect(box).not.toBeChecked())
    expect(sent.slice(1)).toEqual([['DELETE', { endpoint }]])
  })

  it('say when the browser refuses, and when they are not set up', async () => {
    browser('denied')
    const { user, sent } = open('BKey')
    await user.click(await screen.findByRole('checkbox', { name: 'Notify this browser' }))
    expect(await screen.findByText(/The browser does not allow notifications/)).toBeVisible()
    expect(sent).toEqual([])
  })

  it('are off where the shop has no key', async () => {
    browser('granted')
    open(null)
    expect(await screen.findByRole('checkbox', { name: 'Notify this browser' })).toBeDisabled()
    expect(screen.getByText('Push messages are not set up for this shop.')).toBeVisible()
  })
})
