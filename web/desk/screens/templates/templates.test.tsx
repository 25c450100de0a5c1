import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Me, Template } from '@desk/api/records'
import { fillTemplate, leftPlaceholders, unknownPlaceholders } from '@desk/lib/templates'
import { inMinutes, marina, nigar, rashad, session } from '@desk/testing/fixtures'
import { base, ok, refuse } from '@desk/testing/handlers'
import { violations, visit } from '@desk/testing/render'
import { makeTemplate } from '@desk/testing/templates'

const manager: Me = {
  ...nigar,
  role: 'manager',
  permissions: [...nigar.permissions, 'templates.read', 'templates.write'],
}
const sales: Me = { ...nigar, permissions: [...nigar.permissions, 'templates.read'] }

/** Opens a prepared text that is kept in memory, with a version. */
function open(path: string, me = manager) {
  const state = { template: makeTemplate(), sent: [] as Record<string, unknown>[] }
  const opened = visit(
    path,
    me,
    session(me),
    http.get(`${base}/templates/price_ready`, () => ok(state.template)),
    http.put(`${base}/templates/:code`, async ({ request, params }) => {
      const body = (await request.json()) as Template
      state.sent.push({ ...body, code: params.code })
      if (params.code === 'price_ready' && body.version !== state.template.version)
        return refuse(409, { version: 'DESK.CHANGED' }, state.template)
      state.template = { ...state.template, ...body, code: String(params.code), version: body.version + 1 }
      return ok(state.template)
    }),
  )
  return { ...opened, kept: state }
}

describe('prepared texts', () => {
  it('are listed, and changed in three languages with placeholders', async () => {
    const { user, kept } = open('/mail/templates')
    await user.click(await screen.findByRole('link', { name: /The offer is ready/ }))
    const text = within(await screen.findByRole('group', { name: 'English' })).getByLabelText('Text')
    await user.clear(text)
    await user.type(text, 'Hello, ')
    await user.click(screen.getByRole('button', { name: '{name}' }))
    await waitFor(() => expect(text).toHaveValue('Hello, {name}'))
    expect(await violations()).toEqual([])
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(kept.sent).toMatchObject([{ version: 1, textEn: 'Hello, {name}', textAz: makeTemplate().textAz }]))
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  })

  it('with an unknown placeholder or an empty text are not sent, and say where', async () => {
    const { user, kept } = open('/mail/templates/price_ready')
    const russian = within(await screen.findByRole('group', { name: 'Русский' }))
    await user.clear(russian.getByLabelText('Text'))
    const english = within(screen.getByRole('group', { name: 'English' }))
    await user.clear(english.getByLabelText('Text'))
    await user.type(english.getByLabelText('Text'), '{{nmae}')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await english.findByText('Unknown: {nmae}')).toBeVisible()
    await waitFor(() => expect(russian.getByLabelText('Text')).toHaveFocus())
    expect(kept.sent).toEqual([])
  })

  it('merge with what somebody else changed meanwhile', async () => {
    const { user, kept } = open('/mail/templates/price_ready')
    const english = within(await screen.findByRole('group', { name: 'English' }))
    kept.template = makeTemplate({ version: 2, textRu: 'Готово: {link}', changedBy: rashad, changedAt: inMinutes(-1) })
    await user.type(english.getByLabelText('Text'), '!')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('1 field merged')).toBeVisible()
    expect(kept.template).toMatchObject({ version: 3, textRu: 'Готово: {link}', textEn: `${makeTemplate().textEn}!` })
  })

  it('are read-only for sales, who put them into a message', async () => {
    const { user } = open('/mail/templates/price_ready', sales)
    expect(within(await screen.findByRole('group', { name: 'English' })).getByLabelText('Text')).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    await user.keyboard('gq')
    await user.click(await screen.findByRole('link', { name: /Марина/ }))
    await user.click(await screen.findByRole('tab', { name: 'WhatsApp' }))
    await user.click(await screen.findByRole('button', { name: 'Prepared text' }))
    await user.click(await screen.findByRole('menuitem', { name: 'The offer is ready' }))
    const text = screen.getByLabelText('WhatsApp message')
    // No offer was sent: its link is missing, and nothing goes out without it.
    await waitFor(() => expect(text).toHaveValue('Здравствуйте, Марина Волкова! Мы подготовили предложение: {link}'))
    expect(screen.getByText('Fill in before sending: {link}')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Open in WhatsApp' })).toBeNull()
    expect(window.location.pathname).toBe(`/desk/quotes/${marina}`)
  })

  it.each([
    ['Salam, {name}! {link}', { name: 'Leyla' }, 'Salam, Leyla! {link}', ['link'], []],
    ['{me} {x} {me}', { me: 'Nigar' }, 'Nigar {x} Nigar', [], ['x']],
  ] as const)('fill %s', (text, values, filled, left, unknown) => {
    expect(fillTemplate(text, values)).toBe(filled)
    expect(leftPlaceholders(filled)).toEqual(left)
    expect(unknownPlaceholders(text)).toEqual(unknown)
  })
})
