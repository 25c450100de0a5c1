import 'i18next'
import type texts from './en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof texts }
    returnNull: false
  }
}
