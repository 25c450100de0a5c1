// States of the screens that need interaction, and how to reach them by the texts of the page.
import { readFileSync } from 'node:fs'

/** Returns the texts of a language by key, up to their first placeholder. */
export function translator(language) {
  const tree = JSON.parse(readFileSync(new URL(`../../public/assets/i18n/${language}.json`, import.meta.url), 'utf8'))
  return (key) =>
    key
      .split('.')
      .reduce((node, part) => node[part], tree)
      .replace(/\{\{.*/, '')
}

const main = (page) => page.getByRole('main')
const press = (scope, name) => scope.getByRole('button', { name }).first().click()
/** Submits the last form, even while its button is disabled. */
const submit = (page) =>
  page
    .locator('main form')
    .last()
    .evaluate((form) => form.requestSubmit())
const networkIdle = (page) => page.waitForLoadState('networkidle')
/** Waits for the dialog and the end of its animations. */
const dialogOpen = async (page) => {
  await page.getByRole('dialog').waitFor()
  await page.evaluate(() => Promise.all(document.getAnimations({ subtree: true }).map(({ finished }) => finished)))
  await networkIdle(page)
}
/** Opens a dialog by a button of the page. */
const openDialog = (key) => async (page, t) => {
  await press(main(page), t(key))
  await dialogOpen(page)
}

const phone = 390
const desktop = 1440

export const anonymousStates = {
  'login-wrong': {
    path: '/login',
    reach: async (page, t) => {
      await main(page).getByLabel(t('FORM.EMAIL'), { exact: true }).fill('nobody@example.com')
      await main(page).getByLabel(t('FORM.PASSWORD'), { exact: true }).fill('not the password')
      await press(main(page), t('AUTH.SIGN_IN'))
      await page.getByRole('alert').waitFor()
    },
    fullPage: true,
  },
  'register-errors': {
    path: '/register',
    reach: async (page) => {
      await page.locator('main input').nth(2).fill('leyla@')
      await page.locator('main input').nth(3).fill('1234')
      await submit(page)
      await page.getByRole('alert').waitFor()
    },
    fullPage: true,
  },
  'forgot-sent': {
    path: '/forgot-password',
    reach: async (page, t) => {
      await main(page).getByLabel(t('FORM.EMAIL'), { exact: true }).fill('nobody@example.com')
      await submit(page)
      await main(page).getByText('nobody@example.com').waitFor()
    },
    fullPage: true,
  },
  'verify-email-dead': {
    path: '/verify-email#token=unknown',
    reach: async (page, t) => {
      await press(main(page), t('AUTH.VERIFY_CONFIRM'))
      await main(page)
        .getByRole('link', { name: t('AUTH.VERIFY_ACCOUNT') })
        .waitFor()
    },
    fullPage: true,
  },
  'contact-errors': {
    path: '/contact-us',
    reach: async (page) => {
      await submit(page)
      await page.getByRole('alert').first().waitFor()
    },
    fullPage: true,
  },
  'cart-empty': {
    path: '/shop',
    reach: async (page, t) => {
      await press(page.getByRole('banner'), t('NAV.CART'))
      await dialogOpen(page)
    },
  },
  'checkout-anonymous': { path: '/checkout', reach: networkIdle, fullPage: true },
  menu: {
    path: '/shop',
    onlyAt: phone,
    reach: async (page, t) => {
      await press(page.getByRole('banner'), t('NAV.OPEN_MENU'))
      await page.getByRole('dialog').locator('summary').last().click()
    },
  },
  filters: {
    path: '/shop',
    onlyAt: phone,
    reach: openDialog('SHOP.FILTERS'),
  },
  'filters-nothing': {
    path: '/shop?category=1&minWidth=900',
    onlyAt: phone,
    reach: openDialog('SHOP.FILTERS'),
  },
  suggestions: {
    path: '/shop',
    onlyAt: desktop,
    reach: async (page, t) => {
      await press(page.getByRole('banner'), t('SEARCH.OPEN'))
      await page.getByRole('banner').getByRole('combobox').fill('ka')
      await page.getByRole('option').first().waitFor()
      await networkIdle(page)
    },
  },
  submenu: { path: '/shop', onlyAt: desktop, reach: (page, t) => press(page.getByRole('navigation'), t('NAV.SHOP')) },
  'search-nothing': { path: '/search?q=qqqq', reach: networkIdle, fullPage: true },
  'shop-filtered': { path: '/shop?category=2&minPrice=3000', reach: networkIdle, fullPage: true },
  'shop-faceted': { path: '/shop?category=1&minWidth=100&maxWidth=160&colors=oak,walnut', reach: networkIdle, fullPage: true },
  'shop-nothing-wide': { path: '/shop?category=1&minWidth=900', reach: networkIdle, fullPage: true },
  'shop-nothing': { path: '/shop?minPrice=90000', reach: networkIdle, fullPage: true },
  quote: {
    path: '/shop/1',
    reach: openDialog('QUOTE.ASK'),
  },
  'quote-own-size': {
    path: '/shop/1',
    reach: async (page, t) => {
      await openDialog('QUOTE.ASK')(page, t)
      const dialog = page.getByRole('dialog')
      await dialog.getByText(t('QUOTE.SIZE_OWN'), { exact: true }).click()
      await dialog.locator('input[inputmode="decimal"]').nth(1).fill('320')
    },
  },
  'quote-sent': {
    path: '/shop/1',
    reach: async (page, t) => {
      await openDialog('QUOTE.ASK')(page, t)
      const dialog = page.getByRole('dialog')
      const values = { FIRST_NAME: 'Leyla', LAST_NAME: 'Nümunə', PHONE: '050 123 45 67', EMAIL: 'leyla@example.com' }
      for (const [name, value] of Object.entries(values)) {
        await dialog.getByLabel(t(`FORM.${name}`), { exact: true }).fill(value)
      }
      await dialog.getByRole('button', { name: t('QUOTE.SEND'), exact: true }).click()
      await page.getByRole('alertdialog').waitFor()
      await networkIdle(page)
    },
  },
  'selection-filled': {
    path: '/shop/1',
    reach: async (page, t) => {
      await press(main(page), t('SELECTION.ADD'))
      await page
        .getByRole('banner')
        .getByRole('link', { name: t('SELECTION.TITLE') })
        .click()
      await main(page).getByRole('heading', { level: 2 }).first().waitFor()
      await networkIdle(page)
    },
    fullPage: true,
  },
  'selection-shared': {
    path: '/selection#1.w1800d600h2500.smoked-oak.1~10...2~.dEBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja..1',
    reach: networkIdle,
    fullPage: true,
  },
  'quote-errors': {
    path: '/shop/1',
    reach: async (page, t) => {
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
    reach: openDialog('PRODUCT.ENLARGE'),
  },
  'lightbox-enlarged': {
    path: '/shop/1',
    reach: async (page, t) => {
      await openDialog('PRODUCT.ENLARGE')(page, t)
      for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('+')
    },
  },
  'product-drawing': {
    path: '/shop/1',
    reach: async (page, t) => {
      await press(main(page), t('PRODUCT.DRAWING'))
      await networkIdle(page)
    },
  },
  'product-gone': { path: '/shop/999999', reach: networkIdle, fullPage: true },
  'project-gone': { path: '/projects/999999', reach: networkIdle, fullPage: true },
}

export const customerStates = {
  'cart-drawer': {
    path: '/shop',
    reach: async (page, t) => {
      await press(page.getByRole('banner'), t('NAV.CART_COUNT'))
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      await dialogOpen(page)
    },
  },
  'checkout-errors': {
    path: '/checkout',
    reach: async (page, t) => {
      for (const key of ['FORM.PHONE', 'FORM.CITY']) await main(page).getByLabel(t(key), { exact: true }).fill('')
      await main(page).getByLabel(t('FORM.EMAIL'), { exact: true }).fill('leyla@')
      await main(page).getByLabel(t('FORM.PHONE'), { exact: true }).fill('050')
      await main(page).getByLabel(t('FORM.CITY'), { exact: true }).focus()
      await main(page).getByLabel(t('FORM.EMAIL'), { exact: true }).focus()
      await main(page).getByLabel(t('FORM.CITY'), { exact: true }).focus()
    },
    fullPage: true,
  },
  'details-errors': {
    path: '/account?section=account-details',
    reach: async (page, t) => {
      await main(page).getByLabel(t('FORM.FIRST_NAME'), { exact: true }).fill('L')
      await main(page).getByLabel(t('FORM.CURRENT_PASSWORD'), { exact: true }).fill('something')
      await main(page).getByLabel(t('FORM.NEW_PASSWORD'), { exact: true }).fill('short')
      await main(page).getByLabel(t('FORM.LAST_NAME'), { exact: true }).focus()
    },
    fullPage: true,
  },
  'email-notice-sent': {
    path: '/account',
    reach: async (page, t) => {
      await press(main(page), t('ACCOUNT.VERIFY.SEND'))
      await main(page).getByText(t('ACCOUNT.VERIFY.SENT')).waitFor()
    },
    fullPage: true,
  },
  'address-dialog': {
    path: '/account?section=addresses',
    reach: openDialog('ACCOUNT.ADDRESSES.ADD'),
  },
  'cancel-dialog': {
    path: '/account?section=orders',
    reach: openDialog('ORDER.CANCEL'),
  },
  'account-menu': {
    path: '/shop',
    onlyAt: desktop,
    reach: (page, t) => press(page.getByRole('banner'), t('NAV.ACCOUNT')),
  },
}
