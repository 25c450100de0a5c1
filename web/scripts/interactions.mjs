// Measures interactions with a running shop on a processor slowed down four times:
//   SHOP_URL=http://localhost:8080 npm run interactions
// and writes the median and the worst duration of each to docs/page-performance.md. RUNS sets the number of runs. The duration is
// that of the Event Timing API: from the input to the next paint, and while dragging that of the slowest frame. For a new screen or list, whose rendering yields to that paint, the
// script also measures the time until its heading is there. Measure a release build on an idle machine.
import { cpus, loadavg } from 'node:os'
import { chromium } from 'playwright-core'
import { median, table, writeSection } from './page-performance.mjs'
import { createCustomer } from './screenshots/create-customer.mjs'
import { translator } from './screenshots/states.mjs'

const shop = process.env.SHOP_URL
const runs = Number(process.env.RUNS ?? '5')
if (shop === undefined || !Number.isInteger(runs) || runs < 1) {
  console.error('SHOP_URL is not set: SHOP_URL=http://localhost:8080 npm run interactions')
  process.exit(2)
}
const slowdown = 4
/** Smallest duration that browsers report, in milliseconds. */
const shortest = 16
const limit = 100
const t = translator('en')
const shopUrl = (path) => new URL(path, shop).href

const button = (scope, name) => scope.getByRole('button', { name }).first()
const header = (page) => page.getByRole('banner')
const main = (page) => page.getByRole('main')
const dialog = (page) => page.getByRole('dialog').waitFor()

const design = 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja'

/** Opens a step of the designer with a design of this browser. */
const ownDesign = (step) => async (page) => {
  await page.evaluate((code) => localStorage.setItem('designs', JSON.stringify({ v: 1, items: [{ c: code, t: 1 }] })), design)
  await page.goto(shopUrl(`/en/design?step=${step}#${design}`))
  await page.reload()
  await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0)
  await main(page).locator('svg').first().waitFor()
}

const isOtherDesign = (page) => page.waitForFunction((code) => window.location.hash !== `#${code}`, design)

/**
 * Each has a path, the width of the window, the action, and what is there afterwards, and `changesHeading` if the action leads
 * to another heading.
 */
const interactions = {
  'open the menu': {
    path: '/shop',
    width: 390,
    act: (page) => button(page, t('NAV.OPEN_MENU')).click(),
    shows: dialog,
  },
  'open the shop dropdown': {
    path: '/shop',
    width: 1440,
    act: (page) => header(page).locator('nav button[aria-expanded]').last().click(),
    shows: (page) => header(page).locator('[aria-expanded="true"]').waitFor(),
  },
  'filter by category': {
    path: '/shop',
    width: 1440,
    act: (page) =>
      main(page)
        .locator('aside')
        .getByRole('link', { name: t('CATEGORY.KITCHEN') })
        .click(),
    shows: (page) => page.waitForURL(/category=2/),
    changesHeading: true,
  },
  'open the filters': {
    path: '/shop',
    width: 390,
    act: (page) => button(main(page), t('SHOP.FILTERS')).click(),
    shows: dialog,
  },
  'add to the favourites': {
    path: '/shop',
    width: 390,
    act: (page) => main(page).locator('article button[aria-pressed="false"]').first().click(),
    shows: (page) => main(page).locator('article button[aria-pressed="true"]').first().waitFor(),
  },
  'click a card': {
    path: '/shop',
    width: 390,
    act: (page) => main(page).getByRole('article').first().getByRole('link').click(),
    shows: (page) => page.waitForURL(/\/shop\/\d+$/),
    changesHeading: true,
  },
  'choose a colour': {
    path: '/shop/1',
    width: 390,
    // The input itself is visually hidden in its label.
    act: (page) => main(page).locator('fieldset').first().locator('label').last().click(),
    shows: (page) =>
      main(page).locator('fieldset').first().locator('input').last().and(page.locator(':checked')).waitFor({ state: 'attached' }),
  },
  'choose another size': {
    path: '/shop/1',
    width: 390,
    prepare: async (page) => {
      await button(main(page), t('QUOTE.ASK')).click()
      await dialog(page)
    },
    act: (page) => page.getByRole('dialog').getByText(t('QUOTE.SIZE_OWN'), { exact: true }).click(),
    shows: (page) => page.getByRole('dialog').locator('input[inputmode="decimal"]').first().waitFor(),
  },
  'change the tab of products': {
    path: '',
    width: 1440,
    prepare: async (page) => {
      const tabs = main(page).getByRole('tab')
      while (!(await tabs.last().isVisible())) {
        await page.mouse.wheel(0, 500)
        await page.waitForTimeout(200)
      }
      await tabs.last().scrollIntoViewIfNeeded()
    },
    act: (page) =>
      main(page)
        .getByRole('tab', { name: t('CATEGORY.KITCHEN') })
        .click(),
    shows: (page) =>
      main(page)
        .getByRole('tab', { name: t('CATEGORY.KITCHEN'), selected: true })
        .waitFor(),
  },
  'type into the search': {
    path: '/shop',
    width: 1440,
    prepare: async (page) => {
      await button(header(page), t('SEARCH.OPEN')).click()
      await header(page).locator('input:focus').waitFor()
    },
    act: (page) => page.keyboard.press('o'),
    shows: (page) => page.locator('header input').and(page.locator('[value="o"]')).waitFor(),
  },
  'add to the cart': {
    path: '',
    width: 1440,
    prepare: async (page) => {
      // Else the additions of all runs would exceed the stock.
      await page.evaluate(emptyCart)
      const add = page.locator(`main button[aria-label^="${t('CART.ADD')}"]`).first()
      while (!(await add.isVisible())) {
        await page.mouse.wheel(0, 500)
        await page.waitForTimeout(200)
      }
      await add.scrollIntoViewIfNeeded()
    },
    act: (page) =>
      page
        .locator(`main button[aria-label^="${t('CART.ADD')}"]`)
        .first()
        .click(),
    shows: (page) => page.getByRole('status').getByText(t('CART.ADDED')).waitFor(),
  },
  'drag the width of a design': {
    path: '/design',
    width: 1440,
    prepare: ownDesign('size'),
    act: async (page) => {
      // The grip of the width has a target of this size.
      const grip = await main(page).locator('svg g:has(> rect[width="44"])').first().boundingBox()
      if (grip === null) throw new Error('the drawing has no grip')
      const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      for (let step = 1; step <= 12; step += 1) await page.mouse.move(x - 6 * step, y)
      await page.mouse.up()
    },
    shows: isOtherDesign,
  },
  'type the width of a design': {
    path: '/design',
    width: 390,
    prepare: async (page) => {
      await ownDesign('size')(page)
      await page.locator('main input[inputmode="decimal"]').first().focus()
    },
    act: (page) =>
      page.keyboard
        .press('End')
        .then(() => page.keyboard.press('Backspace'))
        .then(() => page.keyboard.press('5')),
    shows: isOtherDesign,
  },
  'choose the inside of a bay': {
    path: '/design',
    width: 390,
    prepare: ownDesign('inside'),
    act: (page) => main(page).locator('button[aria-pressed="false"]').last().click(),
    shows: isOtherDesign,
  },
  'open the cart': {
    path: '/shop',
    width: 390,
    act: (page) => header(page).locator('button[aria-haspopup="dialog"]').first().click(),
    shows: dialog,
  },
}

/** Runs in the page. Empties the customer's cart. */
async function emptyCart() {
  const { data } = await (await fetch('/api/v1.0/carts/current')).json()
  const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
  const headers = { 'X-XSRF-TOKEN': decodeURIComponent(token) }
  const response = await fetch(`/api/v1.0/carts/${data.id}/clear`, { method: 'DELETE', headers })
  if (!response.ok) throw new Error(`the cart was not emptied: ${String(response.status)}`)
}

/** Runs in the page. Collects the longest event of every interaction and, if it changes, when the heading does after the first input. */
function observe(changesHeading) {
  window.longest = 0
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId > 0) window.longest = Math.max(window.longest, duration)
    }
  }).observe({ type: 'event', durationThreshold: 16 })
  // A drag is one interaction, of which the browser reports the beginning and the end only.
  window.addEventListener(
    'pointermove',
    ({ buttons, timeStamp }) => {
      if (buttons === 0) return
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        window.longest = Math.max(window.longest, Math.round(performance.now() - timeStamp))
      }
      // The message is handled after the frame is painted.
      requestAnimationFrame(() => port2.postMessage(null))
    },
    { capture: true },
  )

  if (!changesHeading) return
  const heading = () => document.querySelector('main h1')?.textContent
  const before = heading()
  const followHeading = (start) => {
    const now = heading()
    if (now === undefined || now === before) requestAnimationFrame(() => followHeading(start))
    else window.headingAfter = Math.round(performance.now() - start)
  }
  window.addEventListener('pointerdown', ({ timeStamp }) => followHeading(timeStamp), { capture: true, once: true })
}

/** Returns the duration until the next paint and, if the heading changes, until it is there, in milliseconds. */
async function measure(browser, state, { path, width, prepare, act, shows, changesHeading }) {
  const context = await browser.newContext({ storageState: state, viewport: { width, height: 844 }, hasTouch: false })
  try {
    const page = await context.newPage()
    await page.goto(shopUrl(`/en${path}`))
    await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0)
    await page.waitForLoadState('networkidle')
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await prepare?.(page)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(500)
    await page.evaluate(observe, changesHeading)
    await act(page)
    await shows(page)
    // Entries are reported after the paint.
    await page.waitForTimeout(1_000)
    if (changesHeading) await page.waitForFunction(() => window.headingAfter !== undefined)
    const { longest, headingAfter } = await page.evaluate(() => ({ longest: window.longest, headingAfter: window.headingAfter }))
    return { duration: Math.max(shortest, longest), headingAfter }
  } finally {
    await context.close()
  }
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const customer = await browser.newContext()
await createCustomer(customer, shopUrl)
const state = await customer.storageState()
const rows = []
for (const [name, interaction] of Object.entries(interactions)) {
  const measured = []
  for (let run = 1; run <= runs; run += 1) measured.push(await measure(browser, state, interaction))
  const durations = measured.map(({ duration }) => duration)
  const heading = interaction.changesHeading ? median(measured.map(({ headingAfter }) => headingAfter)) : ''
  rows.push([name, interaction.width, median(durations), Math.max(...durations), heading])
  console.log(`${name}: ${durations.join(', ')} ms${median(durations) > limit ? ': too slow' : ''}`)
}
await browser.close()

writeSection(
  'interactions',
  `${table(['interaction', 'window, px', 'median, ms', 'worst, ms', 'new heading, median, ms'], rows)}

Measured on ${new Date().toISOString().slice(0, 10)}, ${String(runs)} runs each, ${String(cpus().length)} CPUs, load ${loadavg()[0].toFixed(1)} at the end.
Browsers round durations to 8 ms; ${String(shortest)} ms stands for anything shorter.`,
)
