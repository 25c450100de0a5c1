import { lazy, type ComponentType } from 'react'
import { splitLanguage } from '@/lib/language'

type Load = () => Promise<{ default: ComponentType }>

export interface AppRoute {
  path: string
  load: Load
  /** Waits for its code where that was not loaded before. */
  Screen: ComponentType
}

function route(path: string, load: Load): AppRoute {
  return { path, load, Screen: lazy(load) }
}

/** Every screen inside the layout, without the language prefix. What is not here is the 404 screen. */
export const routes: readonly AppRoute[] = [
  route('/', () => import('@/features/home/HomePage')),
  route('/shop', () => import('@/features/catalog/ShopPage')),
  route('/shop/:id', () => import('@/features/catalog/ProductPage')),
  route('/search', () => import('@/features/search/SearchPage')),
  route('/cart', () => import('@/features/cart/CartPage')),
  route('/checkout', () => import('@/features/checkout/CheckoutPage')),
  route('/order-confirmation', () => import('@/features/checkout/OrderConfirmationPage')),
  route('/account', () => import('@/features/account/AccountPage')),
  route('/login', () => import('@/features/auth/LoginPage')),
  route('/register', () => import('@/features/auth/RegisterPage')),
  route('/forgot-password', () => import('@/features/auth/ForgotPasswordPage')),
  route('/reset-password', () => import('@/features/auth/ResetPasswordPage')),
  route('/about-us', () => import('@/features/about/AboutPage')),
  route('/contact-us', () => import('@/features/contact/ContactPage')),
  route('/projects', () => import('@/features/projects/ProjectsPage')),
  route('/projects/category', () => import('@/features/projects/NoProjectPage')),
  route('/projects/category/:category', () => import('@/features/projects/ProjectCategoryPage')),
  route('/projects/:id', () => import('@/features/projects/ProjectPage')),
  route('/faq', () => import('@/features/faq/FaqPage')),
  route('/delivery-terms', () => import('@/features/delivery/DeliveryTermsPage')),
  route('/auth/:screen', () => import('@/features/auth/AuthRedirect')),
]

/** `/shop/:id` fits `/shop/12`: as many parts, and each either equal or a named one. */
function fits(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index])
}

/** Ids in addresses are positive integers; anything else leads nowhere. */
const malformedId = /^\/(?:shop|projects)\/(?![1-9]\d{0,9}$|category(?:\/|$))./

export function findRoute(path: string): AppRoute | undefined {
  const rest = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
  if (malformedId.test(rest)) return undefined
  return routes.find((candidate) => fits(candidate.path, rest))
}

/**
 * Loads the code of an address's screen. Who waits for it before anything is drawn says so: the screen is then drawn
 * without a moment of nothing.
 */
export async function loadScreen(pathname: string, waits: boolean): Promise<void> {
  const route = findRoute(splitLanguage(pathname).rest)
  try {
    const screen = await route?.load()
    if (route !== undefined && screen !== undefined && waits) route.Screen = screen.default
  } catch {
    // The screen itself asks again and shows what is wrong.
  }
}
