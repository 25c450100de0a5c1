import { useEffect, useLayoutEffect, useState } from 'react'

/** Links of mails have the token in the fragment, which browsers send to no server; those of older mails in the query. */
function addressToken(): string {
  const { hash, search } = window.location
  return new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token') ?? ''
}

/** Returns the token of a mail's link, and removes it from the address so that it is not shared or kept in the history. */
export function useAddressToken(): string {
  const [token, setToken] = useState(addressToken)
  // Before the first paint, so that the shown page never has the token in its address.
  useLayoutEffect(() => {
    if (addressToken() !== '') window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [token])
  // A link that differs in its fragment alone does not load the page again.
  useEffect(() => {
    const take = () => setToken((present) => addressToken() || present)
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return token
}
