import { useLayoutEffect, useState } from 'react'

/** Returns the token of the mail's link, and removes it from the address bar so that it is not shared or kept in the history. */
export function useToken(): string {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '')
  // Before the first paint, so that the shown page never has the token in its address.
  useLayoutEffect(() => {
    if (window.location.search !== '') window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  return token
}
