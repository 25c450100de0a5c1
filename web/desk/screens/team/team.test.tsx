import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { nigar, tural } from '@desk/testing/fixtures'
import { visit, violations } from '@desk/testing/render'

describe('the team', () => {
  it('invites after the step-up, with one key for both tries', async () => {
    const { user, state } = visit('/team', tural)
    await user.click(await screen.findByRole('button', { name: 'Invite' }))
    await user.type(await screen.findByLabelText('E-mail'), 'new@example.com')
    await user.click(screen.getByRole('button', { name: 'Send the invitation' }))
    const stepUp = await screen.findByRole('dialog', { name: 'Is it you?' })
    await user.type(within(stepUp).getByLabelText('Six-digit code'), '407193')
    expect(await screen.findByText('Invitation sent to new@example.com')).toBeVisible()
    const tries = state.calls.filter(({ method, path }) => method === 'POST' && path === 'team')
    expect(tries).toHaveLength(2)
    expect(tries[0]?.key).not.toBeNull()
    expect(tries[0]?.key).toBe(tries[1]?.key)
  })

  it('shows a taken address at its field', async () => {
    const { user, state } = visit('/team', tural)
    state.hasStepUp = true
    await user.click(await screen.findByRole('button', { name: 'Invite' }))
    await user.type(await screen.findByLabelText('E-mail'), nigar.email)
    await user.click(screen.getByRole('button', { name: 'Send the invitation' }))
    await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription(/in the team already/))
  })

  it('merges a change of another field without a question', async () => {
    const { user, state } = visit('/team', tural)
    state.hasStepUp = true
    await user.click(await screen.findByRole('button', { name: 'Actions for Nigar Əliyeva' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change' }))
    const dialog = await screen.findByRole('dialog', { name: 'Nigar Əliyeva' })
    state.team = state.team.map((staff) => (staff.id === nigar.id ? { ...staff, phone: '+994501112233', version: 2 } : staff))
    await user.selectOptions(within(dialog).getByLabelText('Role'), 'manager')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('1 field merged')).toBeVisible()
    expect(state.team.find(({ id }) => id === nigar.id)).toMatchObject({ role: 'manager', phone: '+994501112233', version: 3 })
  })

  it('has nothing for axe to find', async () => {
    visit('/team', tural)
    await screen.findByRole('table', { name: 'Team' })
    expect(await violations()).toEqual([])
  })

  it('is not open to sales', async () => {
    visit('/team', nigar)
    expect(await screen.findByRole('heading', { name: 'You may not open this screen' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Team' })).toBeNull()
  })
})
