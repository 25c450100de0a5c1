// Takes a picture of every screen of a running shop, in each language, at phone and desktop width:
//   SHOP_URL=http://localhost:8080 npm run screenshots
// They go to $OUT (default: target/screenshots at the root, outside git), with an index.html to look through.
// LANGUAGES=ru, WIDTHS=390 and SCREENS=cart (a pattern) take these only. With --readme, takes instead the small pictures of docs/pictures.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { customer } from './screenshots/customer.mjs'
import { goDown } from './screenshots/go-down.mjs'
import { anonymousStates, ownStates, textsOf } from './screenshots/states.mjs'

const shop = process.env.SHOP_URL
if (shop === undefined) {
  console.error('Name a running shop: SHOP_URL=http://localhost:8080 npm run screenshots')
  process.exit(2)
}
const forReadme = process.argv.includes('--readme')
const root = fileURLToPath(new URL('../../', import.meta.url))
const out = forReadme ? `${root}docs/pictures` : (process.env.OUT ?? `${root}target/screenshots`)

const open = {
  home: '',
  shop: '/shop',
  product: '/shop/1',
  search: '/search?q=oak',
  projects: '/projects',
  project: '/projects/1',
  'project-category': '/projects/category/kitchen',
  about: '/about-us',
  contact: '/contact-us',
  faq: '/faq',
  delivery: '/delivery-terms',
  'not-found': '/nothing-here',
  login: '/login',
  register: '/register',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password?token=unknown',
}
const own = {
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

const wanted = new RegExp(process.env.SCREENS ?? '')

const address = (path) => new URL(path, shop).href
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})

/** Opens a screen, and brings what waits to be seen. */
async function show(page, path) {
  await page.goto(address(path))
  // Until then the page's first view stands there.
  await page.waitForFunction(() => performance.getEntriesByName('app').length > 0)
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await page.evaluate(goDown, 200)
  await page.waitForFunction(() =>
    Array.from(document.querySelectorAll('img'))
      .filter((image) => image.checkVisibility())
      .map((image) => {
        image.loading = 'eager'
        return image.complete
      })
      .every(Boolean),
  )
  // What has come is not painted yet.
  await page.evaluate(() =>
    Promise.allSettled(Array.from(document.images, (image) => (image.complete ? image.decode() : undefined))),
  )
}

/** The page as a WebP of this width, which no tool but the browser is needed for. */
async function small(page, width) {
  const png = (await page.screenshot()).toString('base64')
  const blank = await page.context().newPage()
  const data = await blank.evaluate(
    async ([source, wanted]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = wanted
      canvas.height = Math.round((wanted * image.height) / image.width)
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

const visitor = (width) => ({ viewport: { width, height: width < 600 ? 844 : 900 }, reducedMotion: 'reduce' })
mkdirSync(out, { recursive: true })

if (forReadme) {
  const wide = await browser.newContext(visitor(1440))
  const page = await wide.newPage()
  for (const [name, path] of Object.entries({ home: '/az', shop: '/az/shop', projects: '/ru/projects' })) {
    await show(page, path)
    writeFileSync(`${out}/${name}.webp`, await small(page, 960))
  }
} else {
  const taken = []
  for (const language of languages) {
    for (const width of widths) {
      const context = await browser.newContext(visitor(width))
      const page = await context.newPage()
      const take = async (screens) => {
        for (const [name, path] of Object.entries(screens)) {
          if (!wanted.test(name)) continue
          await show(page, `/${language}${path}`)
          const file = `${name}-${language}-${String(width)}.png`
          await page.screenshot({ path: `${out}/${file}`, fullPage: true })
          taken.push(file)
        }
      }
      const act = async (states) => {
        for (const [name, { path, show: reach, whole = false, only }] of Object.entries(states)) {
          if (!wanted.test(name) || (only ?? width) !== width) continue
          await show(page, `/${language}${path}`)
          await reach(page, textsOf(language)).catch((error) => {
            process.exitCode = 1
            console.error(`${name}: ${error.message}`)
          })
          const file = `${name}-${language}-${String(width)}.png`
          await page.screenshot({ path: `${out}/${file}`, fullPage: whole })
          taken.push(file)
        }
      }
      await take(open)
      await act(anonymousStates)
      const { ordered } = await customer(context, address)
      await take({ ...own, confirmation: `/order-confirmation?id=${ordered}` })
      await act(ownStates)
      await context.close()
      console.log(`${language} at ${String(width)} px: done`)
    }
  }
  const figures = taken.sort().map((file) => `<figure><img src="${file}" loading="lazy"><figcaption>${file}</figcaption></figure>`)
  writeFileSync(
    `${out}/index.html`,
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>body{display:grid;grid-template-columns:repeat(auto-fill,minmax(280px,1fr));gap:16px;align-items:start}figure{margin:0}img{width:100%;border:1px solid #ccc}</style>${figures.join('')}`,
  )
}
console.log(`the pictures are in ${out}`)
await browser.close()
