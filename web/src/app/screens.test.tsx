import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { t } from '@/lib/i18n/instance'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { screens } from './screens'

let calls: string[]

beforeEach(() => {
  calls = []
  server.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url)
    calls.push(pathname.replace('/api/v1.0/', '') + search)
  })
})

afterEach(() => server.events.removeAllListeners())

const filledIn = (pattern: string) => pattern.replace(':id', '1')

describe('the table of screens', () => {
  // The account's title is its section's.
  const titled = screens.flatMap(({ path, title }) => (title === undefined || path === '/account' ? [] : [{ path, title }]))

  it.each(titled)('has the title that $path sets', async ({ path, title }) => {
    visit(path)
    await waitFor(() => expect(document.title).toBe(`${t(title)} · Şəbəkə`))
  })

  const prefetched = screens.flatMap(({ path, inlined = [] }) =>
    inlined.length === 0 ? [] : [{ path, inlined, category: path.startsWith('/projects') ? 'kitchen' : '1' }],
  )

  it.each(prefetched)('has the calls that $path makes', async ({ path, inlined, category }) => {
    visit(filledIn(path).replace(':category', category))
    await screen.findByRole('heading', { level: 1 })
    const expected = inlined.map((call) => filledIn(call).replace(':category', category))
    await waitFor(() => expect(calls).toEqual(expect.arrayContaining(expected)))
  })
})
