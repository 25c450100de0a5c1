import 'i18next'
import type texts from './en.json'
import type offers from './offers/en.json'
import type priceBook from './price-book/en.json'
import type quoteDesign from './quote-design/en.json'
import type workshop from './workshop/en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof texts & typeof offers & typeof priceBook & typeof quoteDesign & typeof workshop }
    returnNull: false
  }
}
