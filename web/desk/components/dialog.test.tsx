import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { nigar, tural } from '@desk/testing/fixtures'
import { base, refuse } from '@desk/testing/handlers'
import { visit, violations } from '@desk/testing/render'
import { server } from '@desk/testing/server'

async function invite() {
  const { user, state } = visit('/team', tural)
  await user.click(await screen.findByRole('button', { name: 'Invite' }))
  await screen.findByRole('dialog')
  return { user, state }
}

const isLeaveAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

describe('a dialog', () => {
  it('asks before Escape throws away what was typed', async () => {
    const { user } = await invite()
    expect(isLeaveAsked()).toBe(false)
    await user.type(screen.getByLabelText('E-mail'), 'leyla@example.com')
    expect(isLeaveAsked()).toBe(true)
    await user.keyboard('{Escape}')
    expect(screen.getByText('Discard what you typed?')).toBeVisible()
    expect(await violations()).toEqual([])
    await user.keyboard('{Enter}')
    expect(screen.getByLabelText('E-mail')).toHaveValue('leyla@example.com')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(isLeaveAsked()).toBe(false)
  })

  it('closes at once where nothing was typed', async () => {
    const { user } = await invite()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows the errors of its calls, which go with the next attempt and with it', async () => {
    const { user } = visit('/quotes/SQ-7Q2M04XK', nigar)
    server.use(http.patch(`${base}/quotes/:number/follow-ups/:id`, () => refuse(503, { general: 'ERROR.UNAVAILABLE' })))
    await user.click(await screen.findByRole('button', { name: /^Change: / }))
    const dialog = await screen.findByRole('dialog')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const error = await screen.findByRole('alert')
    expect(dialog).toContainElement(error)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(screen.queryByText(error.textContent)).toBeNull()
  })
})
