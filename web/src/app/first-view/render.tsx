import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { ProductFirstView } from '@/features/catalog/product/ProductFirstView'
import { ShopFirstView } from '@/features/catalog/shop/ShopFirstView'
import HomePage from '@/features/home/HomePage'
import { makeQueryClient } from '@/lib/api/query-client'
import type { Product } from '@/lib/api/types'
import { addTexts, showLanguage } from '@/lib/i18n/instance'
import type { Texts } from '@/lib/i18n/translator'
import type { Language } from '@/lib/language'
import { canonicalPath } from '../App'
import { Layout } from '../layout/Layout'
import { screens, type FirstView } from '../screens'
import { slotProducts, withSizeSlots } from './slots'

const contents: Record<FirstView, (products: readonly Product[]) => ReactNode> = {
  home: () => <HomePage />,
  shop: (products) => <ShopFirstView products={products} />,
  'shop-narrowed': (products) => <ShopFirstView products={products} />,
  product: (products) => products.map((product) => <ProductFirstView key="" product={product} />),
}

/** The content security policy refuses inline styles; the app sets them when it runs. */
const inlineStyles = / style="[^"]*"/g

function render(language: Language, path: string, screen: ReactNode): string {
  const client = makeQueryClient()
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router base={`/${language}`} ssrPath={`/${language}${path}`} hrefs={canonicalPath}>
        <Layout>{screen}</Layout>
      </Router>
    </QueryClientProvider>,
  )
  // Stops the queries' garbage collection timers, which would keep the process running for minutes.
  client.clear()
  return withSizeSlots(html.replace(inlineStyles, ''))
}

/**
 * Renders the first views of one language, by name. Values that the gateway fills in are slots, such as `{{1-name}}`
 * for the name of the first product.
 */
export function firstViews(language: Language, texts: Texts): Record<string, string> {
  addTexts(language, texts)
  showLanguage(language)
  const views = screens.flatMap(({ path, firstViews = {} }) =>
    (Object.entries(firstViews) as [FirstView, number][]).map(([name, count]) => {
      const ssrPath = path === '/' ? '' : path.replace(':id', '1')
      return [name, render(language, ssrPath, contents[name](slotProducts(count)))]
    }),
  )
  return Object.fromEntries(views) as Record<string, string>
}
