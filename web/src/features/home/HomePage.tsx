import { part } from '@/components/part'
import type { ProductImage } from '@/lib/api/types'
import { whenIdle } from '@/lib/entry/schedule'
import { changedContent } from '@/lib/i18n/changed'
import { FeatureStrip } from './FeatureStrip'
import { Hero } from './Hero'

/** First views are rendered without a document. */
const chosenHero = () => (typeof document === 'undefined' ? undefined : changedContent().pictures?.HOME_PICTURE_HERO)

/** The sections below the first screen; not part of the first load. */
const HomeBelow = part(async () => {
  await new Promise<void>((resolve) => whenIdle(resolve))
  return import('./HomeBelow')
})

/** The first view is given a slot for the picture that staff chose. */
export default function HomePage({ hero = chosenHero() }: { hero?: ProductImage | undefined }) {
  return (
    <>
      <Hero picture={hero} />
      <FeatureStrip />
      <HomeBelow />
    </>
  )
}
