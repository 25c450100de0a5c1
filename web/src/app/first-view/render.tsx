import { QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { Router } from 'wouter'
import { ProductFirstView } from '@/features/catalog/product/ProductFirstView'
import { ShopFirstView } from '@/features/catalog/shop/ShopFirstView'
import HomePage from '@/features/home/HomePage'
import { makeQueryClient } from '@/lib/api/query-client'
import type { Product } from '@/lib/api/types'
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
export async function firstViews(language: Language, texts: Record<string, unknown>): Promise<Record<string, string>> {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation: texts } },
    interpolation: { escapeValue: false },
  })
  const views = screens.flatMap(({ path, firstViews = {} }) =>
    (Object.entries(firstViews) as [FirstView, number][]).map(([name, count]) => {
      const ssrPath = path === '/' ? '' : path.replace(':id', '1')
      return [name, render(language, ssrPath, contents[name](slotProducts(count)))]
    }),
  )
  return Object.fromEntries(views) as Record<string, string>
}
