import { render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { App } from '@/app/App'

/** Opens the app at an address, as a visitor does. */
export function visit(address: string): { user: UserEvent } {
  window.history.replaceState(null, '', address)
  render(<App />)
  return { user: userEvent.setup() }
}
