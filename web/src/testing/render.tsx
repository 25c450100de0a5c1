import { render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { App } from '@/app/App'

/** Renders the app at a path. */
export function visit(path: string): { user: UserEvent } {
  window.history.replaceState(null, '', path)
  render(<App />)
  return { user: userEvent.setup() }
}
