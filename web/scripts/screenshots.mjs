// Takes screenshots of every screen of a running shop, in each language, at phone and desktop width:
//   SHOP_URL=http://localhost:8080 npm run screenshots
// They are written to $OUT (default: target/screenshots at the root) with an index.html. LANGUAGES=ru, WIDTHS=390 and
// SCREENS=cart (a regular expression) select some of them. --readme takes the small pictures of docs/pictures instead.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { createCustomer } from './screenshots/create-customer.mjs'
import { scrollThrough } from './screenshots/scroll-through.mjs'
import { anonymousStates, customerStates, translator } from './screenshots/states.mjs'

const shop = process.env.SHOP_URL
if (shop === undefined) {
  console.error('SHOP_URL is not set: SHOP_URL=http://localhost:8080 npm run screenshots')
  process.exit(2)
}
const forReadme = process.argv.includes('--readme')
const root = fileURLToPath(new URL('../../', import.meta.url))
const out = forReadme ? `${root}docs/pictures` : (process.env.OUT ?? `${root}target/screenshots`)

const publicScreens = {
  home: '',
  shop: '/shop',
  product: '/shop/1',
  search: '/search?q=oak',
  'quote-page': '/quote?product=1&size=own',
  'quote-choice': '/quote?size=own',
  selection: '/selection',
  projects: '/projects',
  project: '/projects/1',
  'project-category': '/projects/category/kitchen',
  about: '/about-us',
  contact: '/contact-us',
  faq: '/faq',
  delivery: '/delivery-terms',
  privacy: '/privacy',
  'not-found': '/nothing-here',
  login: '/login',
  register: '/register',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password#token=unknown',
  'verify-email': '/verify-email#token=unknown',
}
const customerScreens = {
  'account-orders': '/account?section=orders',
  'account-dashboard': '/account',
  'account-details': '/account?section=account-details',
  'account-addresses': '/account?section=addresses',
  'account-wishlist': '/account?section=wishlist',
  cart: '/cart',
  checkout: '/checkout',
}
const languages = (process.env.LANGUAGES ?? 'az,ru,en').split(',')
const widths = (process.env.WIDTHS ?? '390,1440').split(',').map(Number)

const selected = new RegExp(process.env.SCREENS ?? '')

const shopUrl = (path) => new URL(path, shop).href
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})

/** Opens a screen and loads all of it. */
async function open(page, path) {
  await page.goto(shopUrl(path))
  await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0)
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await scrollThrough(page, 200)
  // A complete image may not be decoded yet.
  await page.evaluate(() => Promise.allSettled(Array.from(document.images, (image) => (image.complete ? image.decode() : undefined))))
}

/** Encodes a screenshot as WebP of a width, with the browser as the only tool. */
async function webpScreenshot(page, width) {
  const png = (await page.screenshot()).toString('base64')
  const blank = await page.context().newPage()
  const data = await blank.evaluate(
    async ([source, width]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = Math.round((width * image.height) / image.width)
      const context = canvas.getContext('2d')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, canvas.width, canvas.height)
      return canvas.toDataURL('image/webp', 0.8).split(',')[1]
    },
    [png, width],
  )
  await blank.close()
  return Buffer.from(data, 'base64')
}

const contextOptions = (width) => ({ viewport: { width, height: width < 600 ? 844 : 900 }, reducedMotion: 'reduce' })
mkdirSync(out, { recursive: true })

if (forReadme) {
  const wide = await browser.newContext(contextOptions(1440))
  const page = await wide.newPage()
  for (const [name, path] of Object.entries({ home: '/az', shop: '/az/shop', projects: '/ru/projects' })) {
    await open(page, path)
    writeFileSync(`${out}/${name}.webp`, await webpScreenshot(page, 960))
  }
} else {
  const files = []
  for (const language of languages) {
    for (const width of widths) {
      const context = await browser.newContext(contextOptions(width))
      const page = await context.newPage()
      const take = async (screens) => {
        for (const [name, path] of Object.entries(screens)) {
          if (!selected.test(name)) continue
          await open(page, `/${language}${path}`)
          const file = `${name}-${language}-${String(width)}.png`
          await page.screenshot({ path: `${out}/${file}`, fullPage: true })
          files.push(file)
        }
      }
      const takeStates = async (states) => {
        for (const [name, { path, reach, fullPage = false, onlyAt }] of Object.entries(states)) {
          if (!selected.test(name) || (onlyAt ?? width) !== width) continue
          await open(page, `/${language}${path}`)
          await reach(page, translator(language)).catch((error) => {
            process.exitCode = 1
            console.error(`${name}: ${error.message}`)
          })
          const file = `${name}-${language}-${String(width)}.png`
          await page.screenshot({ path: `${out}/${file}`, fullPage })
          files.push(file)
        }
      }
      await take(publicScreens)
      await takeStates(anonymousStates)
      const { orderId } = await createCustomer(context, shopUrl)
      await take({ ...customerScreens, confirmation: `/order-confirmation?id=${orderId}` })
      await takeStates(customerStates)
      await context.close()
      console.log(`${language} at ${String(width)} px: done`)
    }
  }
  const figures = files.sort().map((file) => `<figure><img src="${file}" loading="lazy"><figcaption>${file}</figcaption></figure>`)
  writeFileSync(
    `${out}/index.html`,
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>body{display:grid;grid-template-columns:repeat(auto-fill,minmax(280px,1fr));gap:16px;align-items:start}figure{margin:0}img{width:100%;border:1px solid #ccc}</style>${figures.join('')}`,
  )
}
console.log(`screenshots: ${out}`)
await browser.close()
