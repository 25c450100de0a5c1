import 'i18next'
import type texts from './en.json'
import type priceBook from './price-book/en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof texts & typeof priceBook }
    returnNull: false
  }
}
