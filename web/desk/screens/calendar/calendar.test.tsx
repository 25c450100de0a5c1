import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { marina } from '@desk/testing/fixtures'
import { visit, violations } from '@desk/testing/render'

describe('the calendar', () => {
  it('shows the planned steps of a week and of a day, each with its quote', async () => {
    const { user } = visit('/calendar')
    const entry = await screen.findByRole('link', { name: /Марина Волкова/ })
    expect(entry).toHaveAttribute('href', `/desk/quotes/${marina}`)
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(7)
    expect(await violations()).toEqual([])
    await user.click(within(screen.getByRole('group', { name: 'View' })).getByRole('button', { name: 'Day' }))
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1))
    expect(window.location.search).toContain('view=day')
  })

  it('is opened by G D', async () => {
    const { user } = visit('/quotes')
    await screen.findByText('Orxan Nəsirov')
    await user.keyboard('gd')
    expect(await screen.findByRole('heading', { name: 'Calendar' })).toBeVisible()
  })
})
