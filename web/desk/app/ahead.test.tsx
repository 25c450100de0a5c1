import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { http } from 'msw'
import { base, list } from '@desk/testing/handlers'
import { visit } from '@desk/testing/render'
import { nigar } from '@desk/testing/fixtures'
import { screens } from './screens'

it('a screen whose code is there shows at once at its first visit', async () => {
  visit(
    '/quotes',
    nigar,
    undefined,
    http.get(`${base}/customers`, () => list([])),
  )
  await screen.findByText('Orxan Nəsirov')
  await act(async () => {
    await Promise.all(screens.map(({ page }) => page.load()))
  })
  fireEvent.click(screen.getAllByRole('link', { name: 'Customers' })[0] ?? document.body)
  expect(screen.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
})
