import type { Language } from '@/lib/language'
import type { TextKey } from '@/lib/text-key'

export type Texts = Readonly<Record<Language, string>>

export type FirstView = 'home' | 'shop' | 'shop-narrowed' | 'product'

export interface Screen {
  /** Path without the language prefix; `:id` is a positive integer. The first matching entry wins. */
  path: string
  /** Module below `src/features` whose default export is the page. */
  page: string
  /** Text key of the title; absent where the title comes from the data. */
  title?: TextKey
  /** Meta description, 160 characters at most. */
  description?: Texts
  /** `disallow`: not indexed, and disallowed in robots.txt. */
  robots: 'index' | 'noindex' | 'disallow'
  /** First views with the number of products in each; the page preloads its own chunks. */
  firstViews?: Partial<Record<FirstView, number>>
  /** API calls below `/api/v1.0` whose answers the gateway inlines; those of the shop depend on its query string. */
  inlined?: readonly string[]
  /** HTTP status of the page if not 200. */
  status?: 404
  /** Path that the gateway redirects to, with the query string. */
  redirect?: string
}

/**
 * All screens inside the layout; any other path is the 404 screen. `virtual:pages` holds what the app needs of them at
 * run time, `gateway/src/pages/screens.json` what the gateway needs (`npm run generate`).
 */
export const screens: readonly Screen[] = [
  {
    path: '/',
    page: 'home/HomePage',
    title: 'HOME.PAGE_TITLE',
    description: {
      az: 'Şkaf, mətbəx və bağ mebelini Bakıdakı emalatxanamızda, sizin ölçünüzlə hazırlayırıq.',
      ru: 'Шкафы, кухни и садовую мебель мы делаем в своей мастерской в Баку, по вашим размерам.',
      en: 'We build wardrobes, kitchens and garden furniture to your measurements, in our own workshop in Baku.',
    },
    robots: 'index',
    firstViews: { home: 0 },
    inlined: [
      'products/category/1?page=1&limit=8',
      'projects/category/wardrobe?page=1&limit=1',
      'projects/category/kitchen?page=1&limit=1',
      'projects/category/garden?page=1&limit=1',
      'promocodes',
      'campaign/active',
    ],
  },
  {
    path: '/shop',
    page: 'catalog/ShopPage',
    title: 'SHOP.TITLE',
    description: {
      az: 'Şkaflar, mətbəxlər və mebel birləşmələri: ölçülər, materiallar və manatla qiymətlər. Öz ölçünüz üçün qiymət soruşun.',
      ru: 'Шкафы, кухни и мебельные соединения: размеры, материалы и цены в манатах. Спросите цену в своём размере.',
      en: 'Wardrobes, kitchens and furniture joints with sizes, materials and prices in manat. Ask for a quote in your own size.',
    },
    robots: 'index',
    firstViews: { shop: 4, 'shop-narrowed': 0 },
  },
  {
    path: '/shop/:id',
    page: 'catalog/ProductPage',
    robots: 'index',
    firstViews: { product: 1 },
    inlined: ['products/:id', 'products/category/:category?page=1&limit=5'],
  },
  {
    path: '/search',
    page: 'search/SearchPage',
    title: 'SEARCH.TITLE',
    robots: 'noindex',
  },
  {
    path: '/cart',
    page: 'cart/CartPage',
    title: 'CART.TITLE',
    robots: 'disallow',
  },
  {
    path: '/checkout',
    page: 'checkout/CheckoutPage',
    title: 'CHECKOUT.TITLE',
    robots: 'disallow',
  },
  {
    path: '/order-confirmation',
    page: 'checkout/OrderConfirmationPage',
    title: 'CONFIRMATION.TITLE',
    robots: 'disallow',
  },
  {
    path: '/account',
    page: 'account/AccountPage',
    title: 'ACCOUNT.TITLE',
    robots: 'disallow',
  },
  {
    path: '/login',
    page: 'auth/LoginPage',
    title: 'AUTH.SIGN_IN',
    robots: 'noindex',
  },
  {
    path: '/register',
    page: 'auth/RegisterPage',
    title: 'AUTH.REGISTER',
    robots: 'noindex',
  },
  {
    path: '/forgot-password',
    page: 'auth/ForgotPasswordPage',
    title: 'AUTH.FORGOT',
    robots: 'noindex',
  },
  {
    path: '/reset-password',
    page: 'auth/ResetPasswordPage',
    title: 'AUTH.RESET',
    robots: 'noindex',
  },
  {
    path: '/verify-email',
    page: 'auth/VerifyEmailPage',
    title: 'AUTH.VERIFY',
    robots: 'noindex',
  },
  {
    path: '/about-us',
    page: 'about/AboutPage',
    title: 'NAV.ABOUT',
    description: {
      az: 'Biz kimik və necə işləyirik: Bakıdakı emalatxanamızda təbii ağacdan yığılan mebel.',
      ru: 'Кто мы и как работаем: мебель из натурального дерева, собранная в нашей мастерской в Баку.',
      en: 'Who we are and how we work: joined furniture from real wood, from our own workshop in Baku.',
    },
    robots: 'index',
  },
  {
    path: '/faq',
    page: 'faq/FaqPage',
    title: 'NAV.FAQ',
    description: {
      az: 'Haradan almaq olar, zəmanət, quraşdırma, qulluq və sizin layihənizlə hazırlanan mebel.',
      ru: 'Где купить, гарантия, установка, уход и мебель по вашему проекту.',
      en: 'Where to buy, warranty, installation, care and furniture made to your own design.',
    },
    robots: 'index',
  },
  {
    path: '/delivery-terms',
    page: 'delivery/DeliveryTermsPage',
    title: 'NAV.DELIVERY',
    description: {
      az: 'Mebeli necə çatdırırıq və necə geri götürürük.',
      ru: 'Как мы доставляем мебель и как её вернуть.',
      en: 'How we deliver, and how furniture is returned.',
    },
    robots: 'index',
  },
  {
    path: '/contact-us',
    page: 'contact/ContactPage',
    title: 'NAV.CONTACT',
    description: {
      az: 'Mağazalarımızın ünvanları, iş saatları və telefonları. Yazın, bir iş günündə cavab veririk.',
      ru: 'Адреса, часы работы и телефоны наших магазинов. Напишите нам: ответим в течение рабочего дня.',
      en: 'Addresses, opening hours and phone numbers of our stores. Write to us and we answer within one working day.',
    },
    robots: 'index',
  },
  {
    path: '/projects',
    page: 'projects/ProjectsPage',
    title: 'NAV.PROJECTS',
    description: {
      az: 'Azərbaycanda evlər üçün hazırladığımız şkaflar, mətbəxlər və bağ mebeli.',
      ru: 'Шкафы, кухни и садовая мебель, которые мы сделали для домов в Азербайджане.',
      en: 'Wardrobes, kitchens and garden furniture that we have made for homes in Azerbaijan.',
    },
    robots: 'index',
    inlined: ['projects?page=1&limit=1000'],
  },
  {
    path: '/projects/category',
    page: 'projects/NoProjectPage',
    robots: 'noindex',
    status: 404,
  },
  {
    path: '/projects/category/:category',
    page: 'projects/ProjectCategoryPage',
    robots: 'index',
    inlined: ['projects/category/:category'],
  },
  {
    path: '/projects/:id',
    page: 'projects/ProjectPage',
    robots: 'index',
    inlined: ['projects/:id'],
  },
  {
    path: '/auth/:screen',
    page: 'auth/AuthRedirect',
    robots: 'noindex',
    redirect: '/login',
  },
]

export const notFoundTitle: TextKey = 'NOT_FOUND.TITLE'

/** First step of every breadcrumb. */
export const homeName: TextKey = 'NAV.HOME'

/** Meta description of a product category's page, with its `{name}`. */
export const categoryDescription: Texts = {
  az: '{name}: Bakıdakı emalatxanamızdan, təbii ağacdan, sizin ölçünüzlə. Qiymətlər manatla.',
  ru: '{name} из нашей мастерской в Баку: натуральное дерево, по вашим размерам, цены в манатах.',
  en: '{name} from our own workshop in Baku: real wood, made to measure, prices in manat.',
}
