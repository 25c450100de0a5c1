import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Route, Router, useLocation, useSearch, type AroundNavHandler } from 'wouter'
import { makeQueryClient } from '@shared/api/query-client'
import { currentLanguage } from '@/lib/i18n/current'
import { changeTexts, useLanguage } from '@/lib/i18n/setup'
import { usePageTitle } from '@/lib/page-title'
import { splitLanguage } from '@shared/language'
import { LoadingFrame, ScreenFrame } from '@/components/ScreenFrame'
import { Skeleton } from '@shared/components/Skeleton'
import { Toasts } from '@/components/Toasts'
import { ErrorBoundary } from './ErrorBoundary'
import { Layout } from './layout/Layout'
import { findRoute, isBarePath, type AppRoute } from './routes'
import { followedLink, useScroll } from './scroll'
import { useSessionData } from './session-data'
import { ShownAddressProvider, useShownPathname, useShownSearch } from './shown-address'
import { useCanonical } from './use-canonical'

const NotFoundPage = lazy(() => import('./NotFoundPage'))

interface AppProps {
  onReady?: () => void
  /** Sets data that no call loads. */
  prepare?: ((client: QueryClient) => void) | undefined
}

/** Calls `onReady` once the first screen is rendered and its effects have run. */
export function App({ onReady, prepare }: AppProps) {
  const [client] = useState(() => {
    const made = makeQueryClient({ refetchOnWindowFocus: false })
    prepare?.(made)
    return made
  })
  // Effects of children run first.
  useEffect(() => onReady?.(), [onReady])
  useEffect(() => {
    const report = import('./report-failed-refetches')
    report.then((module) => module.reportFailedRefetches(client)).catch(() => undefined)
  }, [client])
  return (
    <QueryClientProvider client={client}>
      <ShownAddressProvider>
        <LanguageRouter />
      </ShownAddressProvider>
      <Toasts />
    </QueryClientProvider>
  )
}

/** Uses the language prefix of the path as the router's base, so that every link keeps it. */
function LanguageRouter() {
  const [pathname] = useShownPathname()
  const { language } = splitLanguage(pathname)
  const current = useLanguage()

  useEffect(() => {
    const next = currentLanguage()
    if (next !== current) {
      // Without the texts, the page stays in its language.
      changeTexts(next).catch(() => undefined)
    }
  }, [pathname, current])

  return (
    <Router
      hook={useShownPathname}
      searchHook={useShownSearch}
      base={language === null ? '' : `/${language}`}
      hrefs={canonicalPath}
      aroundNav={goTo}
    >
      <Screens />
    </Router>
  )
}

/** Removes the trailing slash: the router writes home as `/ru/`, its canonical path is `/ru`. */
export function canonicalPath(href: string): string {
  return href.replace(/(.)\/(?=$|[?#])/, '$1')
}

const goTo: AroundNavHandler = (navigate, to, options) => {
  const path = canonicalPath(to)
  // Links pass their properties as the options.
  if (options === undefined || !('href' in options)) {
    navigate(path, options)
    return
  }
  startTransition(() => navigate(path, options))
  followedLink()
}

function Screens() {
  const [path] = useLocation()
  const search = useSearch()
  useScroll(path, search)
  useCanonical(path, search)
  useSessionData()
  const route = findRoute(path)
  if (route === undefined) {
    return (
      <ErrorBoundary key={path}>
        <Suspense fallback={null}>
          <NotFoundPage />
        </Suspense>
      </ErrorBoundary>
    )
  }
  const { Screen } = route
  const isBare = isBarePath(route.path)
  const loading = isBare ? null : <LoadingScreen {...route} />
  const content = (
    <ErrorBoundary key={path}>
      <LoadingFrame value={loading}>
        <Suspense fallback={loading}>
          <Route path={route.path}>
            <PageTitle {...route} />
            <Screen />
          </Route>
        </Suspense>
      </LoadingFrame>
    </ErrorBoundary>
  )
  return isBare ? content : <Layout>{content}</Layout>
}

/** Sets the page's title. Effects run in order, so that a screen whose title depends on its data sets it after this. */
function PageTitle({ title }: Pick<AppRoute, 'title'>) {
  const { t } = useTranslation()
  usePageTitle(title === '' ? undefined : t(title))
  return null
}

/** Shown while the code of a screen loads. */
function LoadingScreen({ title, lead }: Pick<AppRoute, 'title' | 'lead'>) {
  const { t } = useTranslation()
  return title === '' ? (
    <div className="container section" role="status">
      <span className="visually-hidden">{t('LOADING')}</span>
      <Skeleton ratio="4 / 3" />
    </div>
  ) : (
    <ScreenFrame title={t(title)} lead={lead && t(lead)} />
  )
}
