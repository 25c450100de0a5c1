import {
  Armchair,
  Calculator,
  CalendarDays,
  History,
  Mails,
  MessageSquareQuote,
  Package,
  PanelsTopLeft,
  ShieldCheck,
  Sun,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import type { Permission } from '@desk/api/words'
import { loadPart } from '@desk/i18n/setup'
import type { TextKey } from '@shared/text-key'
import { loadedAhead, type Page } from './loaded-ahead'

export interface Screen {
  /** Path pattern below `/desk`. A string matches in any case. */
  path: string | RegExp
  /** Absent: each role may open it. */
  permission?: Permission
  page: Page
  /** Whether its content fills the window instead of scrolling with the page. */
  isFull?: boolean
}

const QuotesScreen = loadedAhead(() => import('@desk/screens/quotes/QuotesScreen'))

export const screens: readonly Screen[] = [
  { path: '/', permission: 'today.read', page: loadedAhead(() => import('@desk/screens/today/TodayScreen')) },
  {
    path: '/quotes/:number/offer/:id',
    permission: 'offers.write',
    page: loadedAhead(async () => {
      const [screen] = await Promise.all([import('@desk/screens/offers/OfferScreen'), loadPart('offers')])
      return screen
    }),
  },
  {
    path: '/quotes/:number/design/:item',
    permission: 'quotes.write',
    page: loadedAhead(async () => {
      const [screen] = await Promise.all([import('@desk/screens/quote-design/QuoteDesignScreen'), loadPart('quoteDesign')])
      return screen
    }),
  },
  {
    path: '/orders/:number/paper/:kind',
    permission: 'orders.read',
    page: loadedAhead(() => import('@desk/screens/orders/PaperScreen')),
  },
  {
    path: '/orders/:number/workshop',
    permission: 'workshop.read',
    page: loadedAhead(async () => {
      const [screen] = await Promise.all([import('@desk/screens/workshop/WorkshopScreen'), loadPart('workshop')])
      return screen
    }),
  },
  {
    path: '/orders/:number/workshop/labels',
    permission: 'workshop.read',
    page: loadedAhead(async () => {
      const [screen] = await Promise.all([import('@desk/screens/workshop/LabelsScreen'), loadPart('workshop')])
      return screen
    }),
  },
  { path: '/orders/new', permission: 'orders.create', page: loadedAhead(() => import('@desk/screens/new-order/NewOrderScreen')) },
  { path: '/orders/:number', permission: 'orders.read', page: loadedAhead(() => import('@desk/screens/orders/OrderScreen')) },
  { path: '/orders', permission: 'orders.read', page: loadedAhead(() => import('@desk/screens/orders/OrdersScreen')) },
  {
    path: '/customers/:id',
    permission: 'customers.read',
    page: loadedAhead(() => import('@desk/screens/customers/CustomerScreen')),
  },
  { path: '/customers', permission: 'customers.read', page: loadedAhead(() => import('@desk/screens/customers/CustomersScreen')) },
  // In small letters only: codes of products have capital ones.
  {
    path: /^\/products\/imports\/(?<id>[^/]+)\/?$/,
    permission: 'products.price',
    page: loadedAhead(() => import('@desk/screens/imports/ImportScreen')),
  },
  {
    path: /^\/products\/imports\/?$/,
    permission: 'products.price',
    page: loadedAhead(() => import('@desk/screens/imports/ImportsScreen')),
  },
  {
    path: '/products/:code/stock',
    permission: 'stock.write',
    page: loadedAhead(() => import('@desk/screens/products/StockScreen')),
  },
  { path: '/products/:code', permission: 'products.read', page: loadedAhead(() => import('@desk/screens/products/ProductScreen')) },
  { path: '/products', permission: 'products.read', page: loadedAhead(() => import('@desk/screens/products/ProductsScreen')) },
  {
    path: '/price-book/:version?',
    permission: 'priceBook.read',
    page: loadedAhead(async () => {
      const [screen] = await Promise.all([import('@desk/screens/price-book/PriceBookScreen'), loadPart('priceBook')])
      return screen
    }),
  },
  {
    path: '/content/campaigns/:code?',
    permission: 'content.write',
    page: loadedAhead(() => import('@desk/screens/content/CampaignsScreen')),
  },
  { path: '/content/banner/:code?', permission: 'content.write', page: loadedAhead(() => import('@desk/screens/content/BannerScreen')) },
  {
    path: '/content/projects/:code?',
    permission: 'content.write',
    page: loadedAhead(() => import('@desk/screens/content/ProjectsScreen')),
  },
  { path: '/content/stores/:code?', permission: 'content.write', page: loadedAhead(() => import('@desk/screens/content/StoresScreen')) },
  { path: '/content/catalogue', permission: 'content.write', page: loadedAhead(() => import('@desk/screens/content/CatalogueScreen')) },
  { path: '/content/home/:code?', permission: 'content.write', page: loadedAhead(() => import('@desk/screens/content/HomeScreen')) },
  { path: '/content/hours', permission: 'content.write', page: loadedAhead(() => import('@desk/screens/content/HoursScreen')) },
  { path: '/content', permission: 'content.write', page: loadedAhead(() => import('@desk/screens/content/ContentScreen')) },
  { path: '/quotes/:number?', page: QuotesScreen, isFull: true },
  { path: '/calendar', permission: 'quotes.create', page: loadedAhead(() => import('@desk/screens/calendar/CalendarScreen')) },
  { path: '/payments', permission: 'payments.refund', page: loadedAhead(() => import('@desk/screens/payments/PaymentsScreen')) },
  { path: '/team', permission: 'team.read', page: loadedAhead(() => import('@desk/screens/team/TeamScreen')) },
  { path: '/activity', permission: 'activity.read', page: loadedAhead(() => import('@desk/screens/activity/ActivityScreen')) },
  { path: '/mails', permission: 'activity.read', page: loadedAhead(() => import('@desk/screens/mails/MailsScreen')) },
  {
    path: '/mail/templates/:code',
    permission: 'templates.read',
    page: loadedAhead(() => import('@desk/screens/templates/TemplateScreen')),
  },
  { path: '/mail/templates', permission: 'templates.read', page: loadedAhead(() => import('@desk/screens/templates/TemplatesScreen')) },
  { path: '/mail/set-aside', permission: 'deadLetters', page: loadedAhead(() => import('@desk/screens/set-aside/SetAsideScreen')) },
  { path: '/me', page: loadedAhead(() => import('@desk/screens/me/MeScreen')) },
]

export interface NavigationRow {
  path: string
  text: TextKey
  icon: LucideIcon
  permission: Permission
  /** Second key after `g`. */
  key: string
}

/** The rows of the sidebar, in groups; a row that the role may not open is absent. */
export const navigation: readonly (readonly NavigationRow[])[] = [
  [
    { path: '/', text: 'NAV.TODAY', icon: Sun, permission: 'today.read', key: 't' },
    { path: '/quotes', text: 'NAV.QUOTES', icon: MessageSquareQuote, permission: 'quotes.create', key: 'q' },
    { path: '/orders', text: 'NAV.ORDERS', icon: Package, permission: 'orders.read', key: 'o' },
    { path: '/calendar', text: 'NAV.CALENDAR', icon: CalendarDays, permission: 'quotes.create', key: 'd' },
    { path: '/customers', text: 'NAV.CUSTOMERS', icon: UsersRound, permission: 'customers.read', key: 'c' },
  ],
  [
    { path: '/products', text: 'NAV.PRODUCTS', icon: Armchair, permission: 'products.read', key: 'p' },
    { path: '/price-book', text: 'NAV.PRICE_BOOK', icon: Calculator, permission: 'priceBook.read', key: 'b' },
    { path: '/content', text: 'NAV.CONTENT', icon: PanelsTopLeft, permission: 'content.write', key: 'n' },
  ],
  [
    { path: '/team', text: 'NAV.TEAM', icon: ShieldCheck, permission: 'team.read', key: 'k' },
    // Those who read the mails of single records find them there.
    { path: '/mails', text: 'NAV.MAILS', icon: Mails, permission: 'activity.read', key: 'm' },
    { path: '/activity', text: 'NAV.ACTIVITY', icon: History, permission: 'activity.read', key: 'j' },
  ],
]
