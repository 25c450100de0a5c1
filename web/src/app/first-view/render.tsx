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
import type { Language } from '@/lib/language'
import { oneSpelling } from '../App'
import { Layout } from '../layout/Layout'
import { slotProducts, withSizeSlots } from './slots'

/** Cards on the first screen of a phone, two in a row. */
const cards = 4

/** A policy without inline styles refuses these attributes; what they say comes with the app. */
const inlineStyles = / style="[^"]*"/g

function render(language: Language, path: string, screen: ReactNode): string {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={makeQueryClient()}>
      <Router base={`/${language}`} ssrPath={`/${language}${path}`} hrefs={oneSpelling}>
        <Layout>{screen}</Layout>
      </Router>
    </QueryClientProvider>,
  )
  return withSizeSlots(html.replace(inlineStyles, ''))
}

/**
 * What pages hold before the app's code is there, in one language, by the names that `gateway/src/pages/first_view.rs`
 * knows. Where pages differ there are slots, such as `{{1-name}}` for the name of the first product.
 */
export async function firstViews(language: Language, texts: Record<string, unknown>): Promise<Record<string, string>> {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation: texts } },
    interpolation: { escapeValue: false },
  })
  const product = slotProducts(1).map((one) => <ProductFirstView key="" product={one} />)
  return {
    home: render(language, '', <HomePage />),
    shop: render(language, '/shop', <ShopFirstView products={slotProducts(cards)} />),
    'shop-narrowed': render(language, '/shop', <ShopFirstView products={[]} />),
    product: render(language, '/shop/1', product),
  }
}
