import { BelowFold } from './BelowFold'
import { About } from './About'
import { Campaign } from './Campaign'
import { Brochure } from './Brochure'
import { Design } from './Design'
import { Details } from './Details'
import { FeaturedProducts } from './FeaturedProducts'
import { Gallery } from './Gallery'
import { Instagram } from './Instagram'
import { Projects } from './Projects'
import { Statistics } from './Statistics'
import { Testimonials } from './Testimonials'

export default function HomeBelow() {
  return (
    <BelowFold>
      <About />
      <Gallery />
      <Projects />
      <Campaign />
      <FeaturedProducts />
      <Details />
      <Design />
      <Statistics />
      <Testimonials />
      <Instagram />
      <Brochure />
    </BelowFold>
  )
}
