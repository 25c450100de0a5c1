import type { Language } from '@shared/language'
import type { TextKey } from '@shared/text-key'

export type Texts = Readonly<Record<Language, string>>

/** First views that show only the title and the lead of their screen. */
export type Frame =
  | 'search'
  | 'quote'
  | 'selection'
  | 'cart'
  | 'checkout'
  | 'order-confirmation'
  | 'account'
  | 'login'
  | 'register'
  | 'forgot-password'
  | 'reset-password'
  | 'verify-email'

export type FirstView =
  | 'home'
  | 'home-picture'
  | 'shop'
  | 'shop-narrowed'
  | 'shop-category'
  | 'product'
  | 'search-results'
  | 'about'
  | 'faq'
  | 'delivery-terms'
  | 'privacy'
  | 'contact'
  | 'offer'
  | 'conversation'
  | 'order'
  | 'design'
  | 'projects'
  | 'project-category'
  | 'project'
  | Frame

interface Screen {
  /** Path without the language prefix; `:id` is a positive integer. The first matching entry wins. */
  path: string
  /** Module below `src/features` whose default export is the page. */
  page: string
  /** Module below `src/features` that the page loads by itself, and that its first view has the styles of. */
  content?: string
  /** Text key of the title; absent where the title comes from the data. */
  title?: TextKey
  /** Text key of the sentence below the title in the frame, if it has one. */
  lead?: TextKey
  /** Meta description, 160 characters at most. */
  description?: Texts
  /** `disallow`: not indexed, and disallowed in robots.txt. */
  robots: 'index' | 'noindex' | 'disallow'
  /** First views with the number of products or projects in each. */
  firstViews?: Partial<Record<FirstView, number>>
  /** API calls below `/api/v1.0` whose answers the gateway inlines; those of the shop and of a search depend on the query string. */
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
    firstViews: { home: 0, 'home-picture': 1 },
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
      az: 'Şkaflar, mətbəxlər, bağ mebeli və birləşmələr: ölçülər, materiallar və manatla qiymətlər. Öz ölçünüz üçün qiymət soruşun.',
      ru: 'Шкафы, кухни, садовая мебель и соединения: размеры, материалы и цены в манатах. Узнайте цену для своего размера.',
      en: 'Wardrobes, kitchens, garden furniture and joints with sizes, materials and prices in manat. Ask for a quote in your own size.',
    },
    robots: 'index',
    firstViews: { shop: 4, 'shop-narrowed': 0, 'shop-category': 0 },
  },
  {
    path: '/shop/:id',
    page: 'catalog/ProductPage',
    robots: 'index',
    firstViews: { product: 1 },
    inlined: ['products/:id', 'products/:id/related'],
  },
  {
    path: '/search',
    page: 'search/SearchPage',
    title: 'SEARCH.TITLE',
    description: {
      az: 'Bütün kataloqda axtarış: mebeli adı, kodu və ya növü ilə tapın.',
      ru: 'Поиск по всему каталогу: найдите мебель по названию, коду или виду.',
      en: 'Search the whole catalogue: find furniture by name, code or kind.',
    },
    robots: 'noindex',
    firstViews: { search: 0, 'search-results': 4 },
  },
  {
    path: '/quote',
    page: 'quote/QuotePage',
    title: 'QUOTE.TITLE',
    lead: 'QUOTE.PAGE_LEAD',
    description: {
      az: 'Öz ölçünüzü, rənginizi və qeydinizi yazın: bir iş günü ərzində zəng edib qiyməti deyirik.',
      ru: 'Укажите свои размеры, цвет и примечание: в течение рабочего дня мы позвоним и назовём цену.',
      en: 'Give your own size, color and note, and we call with the price within one working day.',
    },
    robots: 'noindex',
    firstViews: { quote: 0 },
  },
  {
    path: '/design',
    page: 'design/DesignPage',
    content: 'design/DesignScreen',
    title: 'DESIGN.TITLE',
    description: {
      az: 'Öz şkafınızı qurun: divarınızın ölçüsünü yazın, içini və qapılarını seçin, qiymət aralığını dərhal görün.',
      ru: 'Соберите свой шкаф: впишите размер стены, выберите начинку и двери и сразу увидите вилку цены.',
      en: 'Design your wardrobe: type your wall, choose the inside and the doors, and see the price range at once.',
    },
    robots: 'index',
    firstViews: { design: 0 },
  },
  {
    path: '/selection',
    page: 'selection/SelectionPage',
    title: 'SELECTION.TITLE',
    lead: 'SELECTION.LEAD',
    description: {
      az: 'Öz ölçülərinizlə yığdığınız məhsullar və onların hamısı üçün bir qiymət sorğusu.',
      ru: 'Мебель, собранная в ваших размерах, и один запрос цены на всё сразу.',
      en: 'The pieces that you have collected in your own sizes, and one quote for them all.',
    },
    robots: 'noindex',
    firstViews: { selection: 0 },
  },
  {
    path: '/cart',
    page: 'cart/CartPage',
    title: 'CART.TITLE',
    robots: 'disallow',
    firstViews: { cart: 0 },
  },
  {
    path: '/checkout',
    page: 'checkout/CheckoutPage',
    title: 'CHECKOUT.TITLE',
    robots: 'disallow',
    firstViews: { checkout: 0 },
  },
  {
    path: '/order-confirmation',
    page: 'checkout/OrderConfirmationPage',
    title: 'CONFIRMATION.CRUMB',
    robots: 'disallow',
    firstViews: { 'order-confirmation': 0 },
  },
  {
    path: '/offer',
    page: 'offer/OfferPage',
    title: 'OFFER.TITLE',
    description: {
      az: 'Sizin üçün hazırladığımız təklif: qiymət, müddət və çatdırılma.',
      ru: 'Предложение, которое мы подготовили для вас: цена, сроки и доставка.',
      en: 'The offer that we have made for you: price, time and delivery.',
    },
    robots: 'noindex',
    firstViews: { offer: 0 },
  },
  {
    path: '/conversation',
    page: 'conversation/ConversationPage',
    title: 'TALK.TITLE',
    description: {
      az: 'Sorğunuz haqqında mağaza ilə söhbət: suallar, cavablar və şəkillər.',
      ru: 'Переписка с магазином о вашем запросе: вопросы, ответы и фото.',
      en: 'The conversation with the shop about your request: questions, answers and photos.',
    },
    robots: 'noindex',
    firstViews: { conversation: 0 },
  },
  {
    path: '/order',
    page: 'order/OrderPage',
    title: 'CONFIRMATION.CRUMB',
    description: {
      az: 'Sifarişinizin gedişi: addımlar, çatdırılma və ödəniş.',
      ru: 'Ход вашего заказа: шаги, доставка и оплата.',
      en: 'The progress of your order: steps, delivery and payment.',
    },
    robots: 'noindex',
    firstViews: { order: 0 },
  },
  {
    path: '/account',
    page: 'account/AccountPage',
    title: 'ACCOUNT.TITLE',
    robots: 'disallow',
    firstViews: { account: 0 },
  },
  {
    path: '/login',
    page: 'auth/LoginPage',
    title: 'AUTH.SIGN_IN',
    description: {
      az: 'Hesabınıza daxil olun: sifarişlər, ünvanlar və istək siyahısı.',
      ru: 'Войдите в личный кабинет: заказы, адреса и список желаний.',
      en: 'Sign in to your account: orders, addresses and wishlist.',
    },
    robots: 'noindex',
    firstViews: { login: 0 },
  },
  {
    path: '/register',
    page: 'auth/RegisterPage',
    title: 'AUTH.REGISTER',
    lead: 'AUTH.REGISTER_LEAD',
    description: {
      az: 'Hesab yaradın: sifarişləri izləyin, ünvanları və istək siyahısını saxlayın.',
      ru: 'Создайте аккаунт: следите за заказами, сохраняйте адреса и список желаний.',
      en: 'Create an account to follow orders and keep addresses and a wishlist.',
    },
    robots: 'noindex',
    firstViews: { register: 0 },
  },
  {
    path: '/forgot-password',
    page: 'auth/ForgotPasswordPage',
    title: 'AUTH.FORGOT',
    lead: 'AUTH.FORGOT_LEAD',
    description: {
      az: 'Şifrəni yeniləmək üçün keçid e-poçtunuza göndərilir.',
      ru: 'Ссылка для смены пароля приходит на вашу почту.',
      en: 'We send a link to set a new password to your e-mail.',
    },
    robots: 'noindex',
    firstViews: { 'forgot-password': 0 },
  },
  {
    path: '/reset-password',
    page: 'auth/ResetPasswordPage',
    title: 'AUTH.RESET',
    description: {
      az: 'Hesabınız üçün yeni şifrə təyin edin.',
      ru: 'Задайте новый пароль для своего аккаунта.',
      en: 'Set a new password for your account.',
    },
    robots: 'noindex',
    firstViews: { 'reset-password': 0 },
  },
  {
    path: '/verify-email',
    page: 'auth/VerifyEmailPage',
    title: 'AUTH.VERIFY',
    description: {
      az: 'E-poçt ünvanınızın təsdiqi.',
      ru: 'Подтверждение вашего адреса электронной почты.',
      en: 'Confirmation of your e-mail address.',
    },
    robots: 'noindex',
    firstViews: { 'verify-email': 0 },
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
    firstViews: { about: 0 },
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
    firstViews: { faq: 0 },
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
    firstViews: { 'delivery-terms': 0 },
  },
  {
    path: '/privacy',
    page: 'privacy/PrivacyPage',
    title: 'NAV.PRIVACY',
    description: {
      az: 'Hansı şəxsi məlumatları, nə üçün və nə vaxta qədər saxlayırıq.',
      ru: 'Какие личные данные мы храним, зачем и как долго.',
      en: 'Which personal data we keep, what for and for how long.',
    },
    robots: 'index',
    firstViews: { privacy: 0 },
  },
  {
    path: '/contact-us',
    page: 'contact/ContactPage',
    title: 'NAV.CONTACT',
    description: {
      az: 'Mağazalarımızın ünvanları, iş saatları və telefonları. Yazın, bir iş günü ərzində cavab veririk.',
      ru: 'Адреса, часы работы и телефоны наших магазинов. Напишите нам: ответим в течение рабочего дня.',
      en: 'Addresses, opening hours and phone numbers of our stores. Write to us and we answer within one working day.',
    },
    robots: 'index',
    firstViews: { contact: 0 },
    inlined: ['stores'],
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
    firstViews: { projects: 2 },
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
    firstViews: { 'project-category': 2 },
  },
  {
    path: '/projects/:id',
    page: 'projects/ProjectPage',
    robots: 'index',
    inlined: ['projects/:id'],
    firstViews: { project: 1 },
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
