import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '@/lib/page-title'
import { About } from './About'
import { FeatureStrip } from './FeatureStrip'
import { Gallery } from './Gallery'
import { Hero } from './Hero'

/** What lies below two screens comes after the first load. */
const HomeBelow = lazy(() => import('./HomeBelow'))

export default function HomePage() {
  const { t } = useTranslation()
  usePageTitle(t('HOME.PAGE_TITLE'))
  return (
    <>
      <Hero />
      <FeatureStrip />
      <About />
      <Gallery />
      <Suspense fallback={null}>
        <HomeBelow />
      </Suspense>
    </>
  )
}
