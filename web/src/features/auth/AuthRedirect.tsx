import { Redirect, useSearch } from 'wouter'

/** Redirects old addresses under /auth to the sign-in screen. */
export default function AuthRedirect() {
  const search = useSearch()
  return <Redirect to={search === '' ? '/login' : `/login?${search}`} replace />
}
