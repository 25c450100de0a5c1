// Measures every public screen of a running shop with Lighthouse's mobile settings, five times each:
//   SHOP_URL=http://localhost:8080 npm run lighthouse
// and writes the medians to docs/page-performance.md. RUNS sets the number of runs, SCREENS (a regular expression) selects some
// screens and only prints them. Measure a release build on an idle machine.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median, table, writeSection } from './page-performance.mjs'

// Not in package.json: it is large, and only this script needs it.
const lighthouse = 'lighthouse@13.5.0'
const shop = process.env.SHOP_URL
const runs = Number(process.env.RUNS ?? '5')
if (shop === undefined || !Number.isInteger(runs) || runs < 1) {
  console.error('SHOP_URL is not set: SHOP_URL=http://localhost:8080 npm run lighthouse')
  process.exit(2)
}

/** Values of the parameters, and the query strings that screens need. */
const parameters = { '/shop/:id': '/shop/1', '/projects/:id': '/projects/1', '/projects/category/:category': '/projects/category/kitchen' }
const queries = {
  '/search': '?q=oak',
  '/quote': '?product=1&size=own',
  '/reset-password': '#token=unknown',
  '/verify-email': '#token=unknown',
}

// `disallow` marks the screens of a signed-in customer.
const { screens } = JSON.parse(readFileSync(new URL('../../gateway/src/pages/screens.json', import.meta.url), 'utf8'))
const publicScreens = screens.filter(
  ({ robots, redirect, status }) => robots !== 'disallow' && redirect === undefined && status === undefined,
)
const selected = new RegExp(process.env.SCREENS ?? '')

const scores = ['performance', 'accessibility', 'best-practices', 'seo']
const targets = { performance: 0.98, accessibility: 1, 'best-practices': 1, seo: 1 }
const times = {
  'first-contentful-paint': 'FCP, ms',
  'largest-contentful-paint': 'LCP, ms',
  'total-blocking-time': 'TBT, ms',
  'cumulative-layout-shift': 'CLS',
  'total-byte-weight': 'bytes',
}
const chrome =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

/**
 * Serves the shop without the header Referrer-Policy, which has no effect on the measurement: Chromium 147 cancels a navigation
 * that it traces if the answer has it (net::ERR_ABORTED).
 */
async function serveToTracing() {
  const { request } = await import(new URL(shop).protocol === 'https:' ? 'node:https' : 'node:http')
  const proxy = createServer((received, answer) => {
    const { method, headers, url } = received
    const sent = request(new URL(url, shop), { method, headers: { ...headers, host: new URL(shop).host } }, (response) => {
      const { 'referrer-policy': _, ...others } = response.headers
      answer.writeHead(response.statusCode, others)
      response.pipe(answer)
    })
    sent.on('error', () => answer.destroy())
    received.pipe(sent)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return proxy
}

async function measure(folder, address, { path, robots }) {
  const file = join(folder, 'report.json')
  await promisify(execFile)(
    'npx',
    [
      '--yes',
      lighthouse,
      new URL(`/az${path === '/' ? '' : (parameters[path] ?? path)}${queries[path] ?? ''}`, address).href,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${scores.join(',')}`,
      // The screen is meant not to be indexed.
      ...(robots === 'index' ? [] : ['--skip-audits=is-crawlable']),
      `--chrome-flags=${chrome}`,
    ],
    { env: { ...process.env, CHROME_PATH: process.env.CHROMIUM ?? '/usr/bin/chromium' }, timeout: 300_000 },
  )
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8'))
  return {
    ...Object.fromEntries(scores.map((name) => [name, categories[name].score])),
    ...Object.fromEntries(Object.keys(times).map((name) => [name, audits[name].numericValue])),
  }
}

const format = (name, value) => (name === 'cumulative-layout-shift' || scores.includes(name) ? value.toFixed(2) : value.toFixed(0))

const names = [...scores, ...Object.keys(times)]
const rows = []
const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
const proxy = await serveToTracing()
const address = `http://localhost:${String(proxy.address().port)}`
try {
  for (const screen of publicScreens.filter(({ path }) => selected.test(path))) {
    const results = []
    // A busy machine can make Lighthouse miss the start of the navigation.
    for (let run = 1; run <= runs; run += 1)
      results.push(await measure(folder, address, screen).catch(() => measure(folder, address, screen)))
    const medians = Object.fromEntries(names.map((name) => [name, median(results.map((run) => run[name]))]))
    const low = scores.filter((name) => medians[name] < targets[name])
    rows.push([`\`${screen.path}\``, ...names.map((name) => format(name, medians[name]))])
    console.log(rows.at(-1).join(' '), low.length > 0 ? `below the target: ${low.join(', ')}` : '')
  }
} finally {
  proxy.close()
  proxy.closeAllConnections()
  rmSync(folder, { recursive: true })
}

if (process.env.SCREENS === undefined) {
  writeSection(
    'lighthouse',
    `${table(['screen', ...scores, ...Object.values(times)], rows)}

Lighthouse ${lighthouse.split('@')[1]}, median of ${String(runs)} runs, measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node}, ${String(cpus().length)} CPUs,
load ${loadavg()[0].toFixed(1)} at the end.`,
  )
}
