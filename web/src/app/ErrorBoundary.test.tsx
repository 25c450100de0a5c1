import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ErrorBoundary } from './ErrorBoundary'

afterEach(() => {
  delete window.reloadPage
  vi.restoreAllMocks()
})

function Broken(): never {
  throw new Error('the code of the screen is missing')
}

it('stays where the server does not answer to a reload, and says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const reload = vi.fn((_isRepeatable: boolean, onOffline?: () => void) => onOffline?.())
  window.reloadPage = reload
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  const offline = 'This page could not be opened without a connection. Check it and try again.'
  expect(await screen.findByText(offline)).toBeVisible()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload.mock.calls.map(([isRepeatable]) => isRepeatable)).toEqual([false, true])
  expect(await screen.findByText(offline)).toBeVisible()
})
