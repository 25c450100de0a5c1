import { part } from '@/components/part'
import { whenIdle } from '@/lib/entry/schedule'
import { FeatureStrip } from './FeatureStrip'
import { Hero } from './Hero'

/** The sections below the first screen; not part of the first load. */
const HomeBelow = part(async () => {
  await new Promise<void>((resolve) => whenIdle(resolve))
  return import('./HomeBelow')
})

export default function HomePage() {
  return (
    <>
      <Hero />
      <FeatureStrip />
      <HomeBelow />
    </>
  )
}
