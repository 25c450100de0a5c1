import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { addDays, dateInBaku } from '@shared/dates'
import { showDay } from '@desk/lib/day'
import { marina } from '@desk/testing/fixtures'
import { visit, violations } from '@desk/testing/render'

const tomorrow = dateInBaku(addDays(new Date(), 1))

async function planCall() {
  const { user, state } = visit(`/quotes/${marina}`)
  await user.click(await screen.findByRole('tab', { name: 'Call' }))
  await user.click(screen.getByRole('button', { name: 'Pick a day' }))
  return { user, state, field: await screen.findByLabelText<HTMLInputElement>('Day') }
}

describe('the field of a day', () => {
  it('shows and takes the day as people here write it', async () => {
    const { user, state, field } = await planCall()
    expect(field.value).toBe(showDay(tomorrow))
    await user.clear(field)
    await user.type(field, '24.12.2099')
    expect(screen.getByText(/Thursday.*24 December/)).toBeVisible()
    await user.clear(screen.getByLabelText('Time'))
    await user.type(screen.getByLabelText('Time'), '930')
    await user.click(screen.getByRole('button', { name: 'Log the call' }))
    const sent = state.calls.find(({ path }) => path.endsWith('/contacts'))
    expect(sent?.body).toMatchObject({ followUp: { at: '2099-12-24T05:30:00Z' } })
  })

  it('says what cannot be read, and never takes it for no day', async () => {
    const { user, field } = await planCall()
    await user.clear(field)
    await user.type(field, '31.02.2027')
    expect(field).toHaveAccessibleDescription(/Type the day like this/)
    expect(field).toBeInvalid()
    expect(await violations()).toEqual([])
  })

  it('has a calendar for the mouse and for the keys', async () => {
    const { user, field } = await planCall()
    await user.clear(field)
    await user.type(field, '30.11.2099')
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    const grid = await screen.findByRole('grid', { name: 'November 2099' })
    expect(within(grid).getByRole('button', { name: /^30 November 2099/ })).toHaveFocus()
    expect(await violations()).toEqual([])
    await user.keyboard('{ArrowRight}{Enter}')
    expect(field.value).toBe('01.12.2099')
    expect(field).toHaveFocus()
    await user.keyboard('{ArrowUp}')
    expect(field.value).toBe('02.12.2099')
  })
})
