import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useToasts } from '@shared/toasts'
import { keepPageOffline } from './offline-links'

/** Clicks a link; returns whether its page stays. */
async function click(attributes: Readonly<Record<string, string>>, keys = ''): Promise<boolean> {
  const link = document.createElement('a')
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value)
  link.append(Object.assign(document.createElement('span'), { textContent: 'There' }))
  document.body.replaceChildren(link)
  let isKept = false
  // After the listener of the module; happens in place of the browser's navigation.
  const last = (event: Event) => {
    isKept = event.defaultPrevented
    event.preventDefault()
  }
  addEventListener('click', last)
  const user = userEvent.setup()
  if (keys !== '') await user.keyboard(keys)
  await user.click(screen.getByText('There'))
  removeEventListener('click', last)
  return isKept
}

const shown = () => useToasts.getState().toasts.map((toast) => toast.text)

describe('a link that loads a new page', () => {
  beforeAll(keepPageOffline)
  beforeEach(() => {
    window.history.replaceState(null, '', '/en/shop?page=2')
    useToasts.setState({ toasts: [] })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    document.body.replaceChildren()
  })

  it('keeps the page without a connection, and tells why', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(await click({ href: '/az/shop' })).toBe(true)
    expect(shown()).toEqual(['This page could not be opened without a connection. Check it and try again.'])
  })

  it('opens with a connection', async () => {
    expect(await click({ href: '/az/shop' })).toBe(false)
    expect(shown()).toEqual([])
  })

  it.each([
    ['a new tab', { href: '/az/shop', target: '_blank' }, ''],
    ['a new tab by a key', { href: '/az/shop' }, '{Control>}'],
    ['a part of this page', { href: '#main' }, ''],
    ['a file', { href: '/order.ics', download: '' }, ''],
    ['a telephone', { href: 'tel:+994120000001' }, ''],
    ['nowhere', {}, ''],
  ])('is not kept for %s', async (_, attributes: Readonly<Record<string, string>>, keys) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(await click(attributes, keys)).toBe(false)
    expect(shown()).toEqual([])
  })
})
