import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Route, Router, useLocation, type AroundNavHandler } from 'wouter'
import { makeQueryClient } from '@/lib/api/query-client'
import { currentLanguage } from '@/lib/i18n/current'
import { changeTexts, useLanguage } from '@/lib/i18n/setup'
import { splitLanguage } from '@/lib/language'
import { Toasts } from '@/components/Toasts'
import { ErrorBoundary } from './ErrorBoundary'
import { Layout } from './layout/Layout'
import { findRoute } from './routes'
import { useScrollMemory } from './scroll'
import { useSessionData } from './session-data'

const NotFoundPage = lazy(() => import('./NotFoundPage'))

/** `onShown` is told when the first screen stands in the page and does what it is told. */
export function App({ onShown }: { onShown?: () => void }) {
  const [client] = useState(makeQueryClient)
  // The last of all effects: those of the parts have run.
  useEffect(() => onShown?.(), [onShown])
  return (
    <QueryClientProvider client={client}>
      <LanguageRouter />
      <Toasts />
    </QueryClientProvider>
  )
}

/** The prefix is the router's base, so that every link keeps it; it also decides the language. */
function LanguageRouter() {
  const [pathname] = useLocation()
  const { language } = splitLanguage(pathname)
  const shown = useLanguage()

  useEffect(() => {
    const wanted = currentLanguage()
    if (wanted !== shown) {
      // Where the texts do not come, the page stays in the language that it has.
      changeTexts(wanted).catch(() => undefined)
    }
  }, [pathname, shown])

  return (
    <Router base={language === null ? '' : `/${language}`} hrefs={oneSpelling} aroundNav={goTo}>
      <Screens />
    </Router>
  )
}

/** The router writes home as `/ru/`; its one address is `/ru`. */
export function oneSpelling(href: string): string {
  return href.replace(/(.)\/(?=$|[?#])/, '$1')
}

const goTo: AroundNavHandler = (navigate, to, options) => navigate(oneSpelling(to), options)

export function Screens() {
  const [path] = useLocation()
  useScrollMemory(path)
  useSessionData()
  const route = findRoute(path)
  if (route === undefined) {
    return (
      <Suspense fallback={null}>
        <NotFoundPage />
      </Suspense>
    )
  }
  const { Screen } = route
  return (
    <Layout>
      <ErrorBoundary key={path}>
        <Suspense fallback={null}>
          <Route path={route.path}>
            <Screen />
          </Route>
        </Suspense>
      </ErrorBoundary>
    </Layout>
  )
}
