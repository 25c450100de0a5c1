// Measures home, shop and product of a running shop with Lighthouse as a phone sees them, five times each:
//   SHOP_URL=http://localhost:8080 npm run lighthouse
// and writes the medians to docs/performance.md. RUNS changes how often. Measure what `cargo xtask up` starts, on a quiet machine.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

// Not among the packages of the app: it is large, and nothing but this needs it.
const lighthouse = 'lighthouse@13.5.0'
const shop = process.env.SHOP_URL
const runs = Number(process.env.RUNS ?? '5')
if (shop === undefined || !Number.isInteger(runs) || runs < 1) {
  console.error('Name a running shop: SHOP_URL=http://localhost:8080 npm run lighthouse')
  process.exit(2)
}

const screens = { home: '/az', shop: '/az/shop', product: '/az/shop/1' }
const scores = ['performance', 'accessibility', 'best-practices', 'seo']
const times = {
  'first-contentful-paint': 'FCP, ms',
  'largest-contentful-paint': 'LCP, ms',
  'total-blocking-time': 'TBT, ms',
  'cumulative-layout-shift': 'CLS',
  'total-byte-weight': 'bytes',
}
const chrome =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))

async function measure(path) {
  const file = join(folder, 'report.json')
  await promisify(execFile)(
    'npx',
    [
      '--yes',
      lighthouse,
      new URL(path, shop).href,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${scores.join(',')}`,
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

const median = (values) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]
const written = (name, value) => (name === 'cumulative-layout-shift' || scores.includes(name) ? value.toFixed(2) : value.toFixed(0))

const names = [...scores, ...Object.keys(times)]
const rows = []
for (const [screen, path] of Object.entries(screens)) {
  const measured = []
  for (let run = 1; run <= runs; run += 1) {
    measured.push(await measure(path))
    console.log(`${screen}, run ${String(run)}: performance ${String(measured.at(-1).performance)}`)
  }
  rows.push([screen, ...names.map((name) => written(name, median(measured.map((run) => run[name]))))])
}
rmSync(folder, { recursive: true })

const line = (cells) => `| ${cells.join(' | ')} |`
const head = ['screen', ...scores, ...Object.values(times)]
writeFileSync(
  new URL('../../docs/performance.md', import.meta.url),
  `# How fast the pages are

Lighthouse ${lighthouse.split('@')[1]} with its settings for phones (slow 4G, a quarter of the processor's speed), the median of
${String(runs)} runs each; scores are out of 1. Written by \`npm run lighthouse\` in \`web/\` against a running shop.

${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}

Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node}, ${String(cpus().length)} processors, load ${loadavg()[0].toFixed(1)} at the end.

What the scripts of the first load weigh is held by \`npm run check:size\`: 110 kB with brotli.
`,
)
