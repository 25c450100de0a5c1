import { Redirect, useSearch } from 'wouter'

/** Older addresses under /auth lead to the sign-in screen. */
export default function AuthRedirect() {
  const search = useSearch()
  return <Redirect to={search === '' ? '/login' : `/login?${search}`} replace />
}
