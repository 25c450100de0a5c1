// What a screen shows after something was done on it: how to get there, by the words of the page.
import { readFileSync } from 'node:fs'

/** Gives the text of a key in a language; what is to be filled in is left out, so that the rest is found. */
export function textsOf(language) {
  const tree = JSON.parse(readFileSync(new URL(`../../public/assets/i18n/${language}.json`, import.meta.url), 'utf8'))
  return (key) =>
    key
      .split('.')
      .reduce((node, part) => node[part], tree)
      .replace(/\{\{.*/, '')
}

const main = (page) => page.getByRole('main')
const press = (place, name) => place.getByRole('button', { name }).first().click()
/** Sends a form as it stands, also where its button waits for a valid one. */
const send = (page) => page.locator('main form').last().evaluate((form) => form.requestSubmit())
const settle = (page) => page.waitForLoadState('networkidle')
/** A dialog that is open, and its shade with it. */
const opened = async (page) => {
  await page.getByRole('dialog').waitFor()
  await page.evaluate(() => Promise.all(document.getAnimations({ subtree: true }).map(({ finished }) => finished)))
  await settle(page)
}
/** Presses a button of the page that opens a dialog. */
const opens = (key) => async (page, t) => {
  await press(main(page), t(key))
  await opened(page)
}

const phone = 390
const desktop = 1440

export const anonymousStates = {
  'login-wrong': {
    path: '/login',
    show: async (page, t) => {
      await main(page).getByLabel(t('FORM.EMAIL'), { exact: true }).fill('nobody@example.com')
      await main(page).getByLabel(t('FORM.PASSWORD'), { exact: true }).fill('not the password')
      await press(main(page), t('AUTH.SIGN_IN'))
      await page.getByRole('alert').waitFor()
    },
    whole: true,
  },
  'register-errors': {
    path: '/register',
    show: async (page) => {
      await page.locator('main input').nth(2).fill('leyla@')
      await page.locator('main input').nth(3).fill('1234')
      await send(page)
      await page.getByRole('alert').waitFor()
    },
    whole: true,
  },
  'forgot-sent': {
    path: '/forgot-password',
    show: async (page, t) => {
      await main(page).getByLabel(t('FORM.EMAIL'), { exact: true }).fill('nobody@example.com')
      await send(page)
      await main(page).getByText('nobody@example.com').waitFor()
    },
    whole: true,
  },
  'contact-errors': {
    path: '/contact-us',
    show: async (page) => {
      await send(page)
      await page.getByRole('alert').first().waitFor()
    },
    whole: true,
  },
  'cart-empty': {
    path: '/shop',
    show: async (page, t) => {
      await press(page.getByRole('banner'), t('NAV.CART'))
      await opened(page)
    },
  },
  'checkout-anonymous': { path: '/checkout', show: settle, whole: true },
  menu: {
    path: '/shop',
    only: phone,
    show: async (page, t) => {
      await press(page.getByRole('banner'), t('NAV.OPEN_MENU'))
      await page.getByRole('dialog').locator('summary').last().click()
    },
  },
  filters: {
    path: '/shop',
    only: phone,
    show: opens('SHOP.FILTERS'),
  },
  suggestions: {
    path: '/shop',
    only: desktop,
    show: async (page, t) => {
      await press(page.getByRole('banner'), t('SEARCH.OPEN'))
      await page.getByRole('banner').getByRole('combobox').fill('ka')
      await page.getByRole('option').first().waitFor()
      await settle(page)
    },
  },
  submenu: { path: '/shop', only: desktop, show: (page, t) => press(page.getByRole('navigation'), t('NAV.SHOP')) },
  'search-nothing': { path: '/search?q=qqqq', show: settle, whole: true },
  'shop-filtered': { path: '/shop?category=2&minPrice=3000', show: settle, whole: true },
  'shop-nothing': { path: '/shop?minPrice=90000', show: settle, whole: true },
  quote: {
    path: '/shop/1',
    show: opens('QUOTE.ASK'),
  },
  'quote-errors': {
    path: '/shop/1',
    show: async (page, t) => {
      await press(main(page), t('QUOTE.ASK'))
      const dialog = page.getByRole('dialog')
      for (const name of ['FORM.PHONE', 'FORM.EMAIL']) await dialog.getByLabel(t(name), { exact: true }).fill('1')
      await dialog.getByLabel(t('FORM.FIRST_NAME'), { exact: true }).fill('')
      await dialog.getByLabel(t('FORM.LAST_NAME'), { exact: true }).focus()
      await dialog.getByLabel(t('FORM.FIRST_NAME'), { exact: true }).focus()
    },
  },
  lightbox: {
    path: '/shop/1',
    show: opens('PRODUCT.ENLARGE'),
  },
  'product-drawing': {
    path: '/shop/1',
    show: async (page, t) => {
      await press(main(page), t('PRODUCT.DRAWING'))
      await settle(page)
    },
  },
  'product-gone': { path: '/shop/999999', show: settle, whole: true },
  'project-gone': { path: '/projects/999999', show: settle, whole: true },
}

export const ownStates = {
  'cart-drawer': {
    path: '/shop',
    show: async (page, t) => {
      await press(page.getByRole('banner'), t('NAV.CART_COUNT'))
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      await opened(page)
    },
  },
  'checkout-errors': {
    path: '/checkout',
    show: async (page, t) => {
      for (const key of ['FORM.PHONE', 'FORM.CITY']) await main(page).getByLabel(t(key), { exact: true }).fill('')
      await main(page).getByLabel(t('FORM.EMAIL'), { exact: true }).fill('leyla@')
      await main(page).getByLabel(t('FORM.PHONE'), { exact: true }).fill('050')
      await main(page).getByLabel(t('FORM.CITY'), { exact: true }).focus()
      await main(page).getByLabel(t('FORM.EMAIL'), { exact: true }).focus()
      await main(page).getByLabel(t('FORM.CITY'), { exact: true }).focus()
    },
    whole: true,
  },
  'details-errors': {
    path: '/account?section=account-details',
    show: async (page, t) => {
      await main(page).getByLabel(t('FORM.FIRST_NAME'), { exact: true }).fill('L')
      await main(page).getByLabel(t('FORM.CURRENT_PASSWORD'), { exact: true }).fill('something')
      await main(page).getByLabel(t('FORM.NEW_PASSWORD'), { exact: true }).fill('short')
      await main(page).getByLabel(t('FORM.LAST_NAME'), { exact: true }).focus()
    },
    whole: true,
  },
  'address-dialog': {
    path: '/account?section=addresses',
    show: opens('ACCOUNT.ADDRESSES.ADD'),
  },
  'cancel-dialog': {
    path: '/account?section=orders',
    show: opens('ORDER.CANCEL'),
  },
  'account-menu': {
    path: '/shop',
    only: desktop,
    show: (page, t) => press(page.getByRole('banner'), t('NAV.ACCOUNT')),
  },
}
