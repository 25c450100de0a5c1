import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '@/lib/page-title'
import { whenIdle } from '@/lib/when-idle'
import { FeatureStrip } from './FeatureStrip'
import { Hero } from './Hero'

/** What lies below the first screen comes after the first load, and is asked for when the browser rests. */
const HomeBelow = lazy(async () => {
  await new Promise<void>((resolve) => whenIdle(resolve))
  return import('./HomeBelow')
})

export default function HomePage() {
  const { t } = useTranslation()
  usePageTitle(t('HOME.PAGE_TITLE'))
  return (
    <>
      <Hero />
      <FeatureStrip />
      <Suspense fallback={null}>
        <HomeBelow />
      </Suspense>
    </>
  )
}
