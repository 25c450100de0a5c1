import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter'
import { useAddressToken } from '@shared/address-token'
import { isOffline } from '@shared/api/error'
import { AsideToasts } from '@desk/components/AsideToasts'
import { queryClient } from '@desk/api/query-client'
import type { Session } from '@desk/api/records'
import { useSession, validateSession } from '@desk/api/session'
import { Button } from '@shared/components/Button'
import { ConflictDialog } from '@desk/components/ConflictDialog'
import { Note } from '@desk/components/Parts'
import { StepUpDialog } from '@desk/components/StepUpDialog'
import { shownLanguage } from '@desk/i18n/language'
import { showLanguage } from '@desk/i18n/setup'
import { errorText } from '@desk/lib/errors'
import { askBeforeLeaving } from '@desk/lib/leaving'
import { watchPerson } from '@desk/lib/person'
import styles from './App.module.css'
import { ErrorBoundary } from './ErrorBoundary'
import { Shell } from './Shell'
import { useSessionRenewal } from './use-session-renewal'

const SignInScreen = lazy(() => import('@desk/screens/sign-in/SignInScreen'))
const SecondStepScreen = lazy(() => import('@desk/screens/sign-in/SecondStepScreen'))
const EnrolScreen = lazy(() => import('@desk/screens/sign-in/EnrolScreen'))
const WelcomeScreen = lazy(() => import('@desk/screens/sign-in/WelcomeScreen'))

export function App() {
  useEffect(watchPerson, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Router base="/desk" aroundNav={askBeforeLeaving}>
        <ErrorBoundary>
          <Suspense fallback={null}>
            <Gate />
          </Suspense>
          <ConflictDialog />
          <StepUpDialog />
          <AsideToasts />
        </ErrorBoundary>
      </Router>
    </QueryClientProvider>
  )
}

/** Where each step of a session is done. */
const stepPaths = { enrol: '/enrol', code: '/second-step' } as const satisfies Partial<Record<Session['step'], string>>
const doorPaths: readonly string[] = ['/sign-in', '/welcome', ...Object.values(stepPaths)]

/** Shows the screen that fits the session: nothing of the desk is asked for before it is known to be good. */
function Gate() {
  const { status, session } = useSession()
  const [path] = useLocation()
  const search = useSearch()
  // Of a mailed link: it goes out of the address, and is kept while the person signs in.
  const token = useAddressToken()
  const [failure, setFailure] = useState<unknown>(null)
  useSessionRenewal()

  useEffect(() => {
    if (status !== 'unknown' || failure !== null) return
    validateSession().catch(setFailure)
  }, [status, failure])

  const language = session?.staff?.language
  useEffect(() => {
    if (language !== undefined && language !== shownLanguage()) void showLanguage(language).catch(() => undefined)
  }, [language])

  if (status === 'unknown') return failure === null ? null : <Unreachable failure={failure} onRetry={() => setFailure(null)} />
  if (session === null) {
    if (path === '/welcome') return <WelcomeScreen token={token} />
    return path === '/sign-in' ? <SignInScreen /> : <Redirect to={signInPath(path, search)} replace />
  }
  if (session.step !== 'done' || session.staff === null) {
    const here = session.step === 'enrol' ? stepPaths.enrol : stepPaths.code
    const asked = doorPaths.includes(path) || path === '/' ? null : withSearch(path, search)
    const to = new URLSearchParams(search).get('to') ?? asked
    if (path !== here) return <Redirect to={to === null ? here : `${here}?to=${encodeURIComponent(to)}`} replace />
    return (
      <Switch>
        <Route path={stepPaths.enrol}>
          <EnrolScreen token={token} />
        </Route>
        <Route path={stepPaths.code} component={SecondStepScreen} />
      </Switch>
    )
  }
  if (doorPaths.includes(path)) return <Redirect to={returnPath(search)} replace />
  return <Shell key={session.staff.id} />
}

const withSearch = (path: string, search: string) => (search === '' ? path : `${path}?${search}`)

/** A step of an earlier session leads nowhere; what it was to open stays. */
function signInPath(path: string, search: string): string {
  if (doorPaths.includes(path)) return search === '' ? '/sign-in' : `/sign-in?${search}`
  if (path === '/') return '/sign-in'
  return `/sign-in?to=${encodeURIComponent(withSearch(path, search))}`
}

/** The screen that was asked for before signing in; only a path of the desk. */
function returnPath(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? '/'
  return /^\/(?!\/)/.test(to) && !doorPaths.some((door) => to.startsWith(door)) ? to : '/'
}

function Unreachable({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <main className={styles.alone}>
      <Note tone={isOffline(failure) ? 'amber' : 'ruby'} role="alert">
        <p>{errorText(t, failure)}</p>
        <p>
          <Button size="small" onClick={onRetry}>
            {t('COMMON.RETRY')}
          </Button>
        </p>
      </Note>
    </main>
  )
}
