import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { nigar, tural } from '@desk/testing/fixtures'
import { base, ok } from '@desk/testing/handlers'
import { visit, violations } from '@desk/testing/render'
import { server } from '@desk/testing/server'

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

  it('disables a person and hands the work over', async () => {
    const { user, state } = visit('/team', tural)
    state.hasStepUp = true
    const counted: (string | null)[] = []
    server.use(
      http.get(`${base}/orders/counts`, ({ request }) => {
        counted.push(new URL(request.url).searchParams.get('assignee'))
        return ok({ open: 4, new: 0, deliveringTomorrow: 0, unpaid: 0, mine: 0, all: 4, byStatus: {} })
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Actions for Nigar Əliyeva' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Disable' }))
    const dialog = await screen.findByRole('dialog', { name: 'Disable Nigar Əliyeva?' })
    expect(await within(dialog).findByText(/^Open quotes: 8, open orders: 4/)).toBeVisible()
    expect(counted).toEqual([nigar.id])
    const receivers = within(dialog).getByLabelText('Hand the work over to')
    await waitFor(() => expect(within(receivers).getByRole('option', { name: 'Rəşad Quliyev' })).toBeInTheDocument())
    expect(within(receivers).queryByRole('option', { name: /Nigar|Elçin/ })).toBeNull()
    expect(await violations()).toEqual([])
    await user.selectOptions(receivers, 'Rəşad Quliyev')
    await user.click(within(dialog).getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const patch = state.calls.find(({ method }) => method === 'PATCH')
    expect(patch?.body).toEqual({ version: 1, isDisabled: true, handOverTo: '01936b2e-7c00-7000-8000-000000000003' })
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
