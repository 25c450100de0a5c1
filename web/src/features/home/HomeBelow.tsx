import { Campaign } from './Campaign'
import { Catalogue } from './Catalogue'
import { Design } from './Design'
import { Details } from './Details'
import { FeaturedProducts } from './FeaturedProducts'
import { Instagram } from './Instagram'
import { Projects } from './Projects'
import { Statistics } from './Statistics'
import { Testimonials } from './Testimonials'

export default function HomeBelow() {
  return (
    <>
      <Projects />
      <Campaign />
      <FeaturedProducts />
      <Details />
      <Design />
      <Statistics />
      <Testimonials />
      <Instagram />
      <Catalogue />
    </>
  )
}
