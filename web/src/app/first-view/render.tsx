import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { ScreenFrame } from '@/components/ScreenFrame'
import AboutPage from '@/features/about/AboutPage'
import { ProductFirstView } from '@/features/catalog/product/ProductFirstView'
import { ShopFirstView } from '@/features/catalog/shop/ShopFirstView'
import { ConversationFirstView } from '@/features/conversation/ConversationFirstView'
import { ContactFirstView } from '@/features/contact/ContactFirstView'
import { DesignFirstView } from '@/features/design/DesignFirstView'
import DeliveryTermsPage from '@/features/delivery/DeliveryTermsPage'
import FaqPage from '@/features/faq/FaqPage'
import PrivacyPage from '@/features/privacy/PrivacyPage'
import HomePage from '@/features/home/HomePage'
import { OfferFirstView } from '@/features/offer/OfferFirstView'
import { OrderFirstView } from '@/features/order/OrderFirstView'
import { ProjectCategoryFirstView, ProjectFirstView, ProjectsFirstView } from '@/features/projects/ProjectFirstViews'
import { SearchFirstView } from '@/features/search/SearchFirstView'
import { makeQueryClient } from '@shared/api/query-client'
import { addTexts, showLanguage, t } from '@/lib/i18n/instance'
import { withTextSlots } from '@/lib/i18n/home-texts'
import type { Texts } from '@/lib/i18n/translator'
import type { Language } from '@shared/language'
import { canonicalPath } from '../App'
import { Layout } from '../layout/Layout'
import { isBarePath } from '../routes'
import { screens, type FirstView, type Frame } from '../screens'
import { slotCategory, slotPicture, slotProducts, slotProjects, withSizeSlots } from './slots'

/** The content of each first view but the frames, with a number of products or projects. */
const contents: Record<Exclude<FirstView, Frame>, (count: number) => ReactNode> = {
  home: () => <HomePage />,
  'home-picture': () => <HomePage hero={slotPicture} />,
  shop: (count) => <ShopFirstView products={slotProducts(count)} />,
  'shop-narrowed': () => <ShopFirstView products={[]} />,
  'shop-category': () => <ShopFirstView products={[]} category="{{title}}" />,
  product: (count) => slotProducts(count).map((product) => <ProductFirstView key="" product={product} price="{{1-price}}" />),
  'search-results': (count) => <SearchFirstView term="{{term}}" products={slotProducts(count)} />,
  offer: () => <OfferFirstView />,
  conversation: () => <ConversationFirstView />,
  order: () => <OrderFirstView />,
  design: () => <DesignFirstView />,
  about: () => <AboutPage />,
  faq: () => <FaqPage />,
  'delivery-terms': () => <DeliveryTermsPage />,
  privacy: () => <PrivacyPage />,
  contact: () => <ContactFirstView stores="{{stores}}" />,
  projects: (count) => <ProjectsFirstView projects={slotProjects(count)} />,
  'project-category': (count) => <ProjectCategoryFirstView title="{{title}}" projects={slotProjects(count)} />,
  project: (count) => slotProjects(count).map((project) => <ProjectFirstView key="" project={project} category={slotCategory} />),
}

const isFrame = (name: FirstView): name is Frame => !(name in contents)

/** The content security policy refuses inline styles; the app sets them when it runs. */
const inlineStyles = / style="[^"]*"/g

function render(language: Language, path: string, screen: ReactNode): string {
  const client = makeQueryClient({ refetchOnWindowFocus: false })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router base={`/${language}`} ssrPath={`/${language}${path}`} hrefs={canonicalPath}>
        {isBarePath(path) ? screen : <Layout>{screen}</Layout>}
      </Router>
    </QueryClientProvider>,
  )
  // Stops the queries' garbage collection timers, which would keep the process running for minutes.
  client.clear()
  return withSizeSlots(html.replace(inlineStyles, ''))
}

/**
 * Renders the first views of one language, by name. Values that the gateway fills in are slots, such as `{{1-name}}`
 * for the name of the first product, and `{{t-HOME-HERO_TITLE}}` for a text that staff may change.
 */
export function firstViews(language: Language, texts: Texts): Record<string, string> {
  addTexts(language, withTextSlots(texts))
  showLanguage(language)
  const views = screens.flatMap(({ path, title, lead, firstViews = {} }) =>
    (Object.entries(firstViews) as [FirstView, number][]).map(([name, count]) => {
      const ssrPath = path === '/' ? '' : path.replace(/:\w+/, '1')
      const content = isFrame(name) ? (
        <ScreenFrame title={title === undefined ? '' : t(title)} lead={lead && t(lead)} />
      ) : (
        contents[name](count)
      )
      return [name, render(language, ssrPath, content)]
    }),
  )
  return Object.fromEntries(views) as Record<string, string>
}
