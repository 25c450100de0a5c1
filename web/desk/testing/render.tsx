import { render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import type { HttpHandler } from 'msw'
import type { Me, Session } from '@desk/api/records'
import { App } from '@desk/app/App'
import { nigar, session } from './fixtures'
import { fakeDesk, type FakeDesk } from './handlers'
import { server } from './server'

/** Opens a path of the desk as a person, or without a session; `first` answers before the fake desk. */
export function visit(
  path: string,
  me: Me = nigar,
  start: Session | null = session(me),
  ...first: HttpHandler[]
): { user: UserEvent; state: FakeDesk } {
  const { state, handlers } = fakeDesk(me, start)
  server.use(...first, ...handlers)
  window.history.replaceState(null, '', `/desk${path}`)
  render(<App />)
  return { user: userEvent.setup(), state }
}

/** Violations that axe finds on the page; colours need a browser. */
export async function violations(): Promise<string[]> {
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
