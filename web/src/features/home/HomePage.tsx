import { usePageTitle } from '@/lib/page-title'
import { FeaturedProducts } from './FeaturedProducts'
import { Hero } from './Hero'
import { Statistics } from './Statistics'

export default function HomePage() {
  usePageTitle('')
  return (
    <>
      <Hero />
      <FeaturedProducts />
      <Statistics />
    </>
  )
}
