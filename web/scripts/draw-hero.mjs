// Draws the first picture of the home page: a wardrobe in lattice light. `node scripts/draw-hero.mjs` writes
// public/images/home/hero.svg (12:5) and hero-narrow.svg (39:40, its own crop of the same room).
import { mkdirSync, writeFileSync } from 'node:fs'

const floor = 486
const cell =
  'M24 12L20.49 15.51L20.49 20.49L15.51 20.49L12 24L8.49 20.49L3.51 20.49L3.51 15.51L0 12L3.51 8.49L3.51 3.51L8.49 3.51L12 0L15.51 3.51L20.49 3.51L20.49 8.49ZM20.49 20.49L24 24M3.51 20.49L0 24M3.51 3.51L0 0M20.49 3.51L24 0'
const grain =
  'M9 0C3 90 20 200 9 340M27 0C38 120 18 220 27 340M48 0C42 60 40 130 47 170S54 280 48 340M57 60C49 120 50 200 57 250C64 200 65 110 57 60M74 0C82 110 66 230 74 340'

function wardrobe(x) {
  const [y, width, height] = [54, 480, 440]
  const doors = [0, 1, 2, 3].map((n) => `M${x + 6 + n * 117} ${y + 6}h117v322h-117Z`).join('')
  const drawers = `M${x + 6} ${y + 328}h234v106h-234ZM${x + 240} ${y + 328}h234v106h-234Z`
  const handles = [110, 124, 344, 358].map((dx) => `M${x + dx} ${y + 150}v84`).join('')
  const pulls = `M${x + 88} ${y + 356}h70M${x + 322} ${y + 356}h70`
  return `<path d="M${x + width} ${y + 34}l46 40v404h-46Z" fill="#1A1814" opacity=".1"/>
<path d="M${x + 14} ${y + height}h14v20h-10ZM${x + width - 28} ${y + height}h14l-4 20h-10Z" fill="#23211E"/>
<path d="M${x} ${y}h${width}v${height}h-${width}Z" fill="#C9A67C" stroke="#5C4630" stroke-width="2"/>
<path d="M${x} ${y}h${width}v${height}h-${width}Z" fill="url(#grain)"/>
<path d="${doors}${drawers}" fill="none" stroke="#5C4630" stroke-width="1.5"/>
<path d="${handles}${pulls}" fill="none" stroke="#23211E" stroke-width="4" stroke-linecap="round"/>`
}

function plant(x) {
  const leaf = (dx, dy, bend, fill) =>
    `<path d="M${x} 420Q${x + dx * bend} ${420 + dy * 0.35} ${x + dx} ${420 + dy}Q${x + dx * 0.35} ${420 + dy * 0.42} ${x} 420Z" fill="${fill}"/>`
  return `${leaf(-104, -96, 0.75, '#3F5A3B')}${leaf(112, -110, 0.75, '#46603F')}${leaf(-62, -170, 0.9, '#4F6A4E')}${leaf(74, -190, 0.9, '#3F5A3B')}${leaf(-128, -40, 0.6, '#4F6A4E')}${leaf(10, -218, 2.5, '#5F7B5A')}
<path d="M${x - 48} 420h96l-8 92q-2 8-12 8h-56q-10 0-12-8Z" fill="#E9E6DF"/><path d="M${x + 12} 420h36l-8 92q-2 8-12 8h-22Z" fill="#1A1814" opacity=".06"/>`
}

function stool(x) {
  return `<path d="M${x} 466h124v12H${x}Z" fill="#B98F62"/><path d="M${x + 12} 478h10v88h-10ZM${x + 102} 478h10v88h-10ZM${x + 40} 478h8v76h-8ZM${x + 78} 478h8v76h-8Z" fill="#A97F54"/>
<path d="M${x + 22} 452h78v14h-78Z" fill="#D8D4CB"/><path d="M${x + 28} 438h70v14h-70Z" fill="#B4694A"/>`
}

function room({ width, height, lightX, parts }) {
  const below = height - floor
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<defs>
<pattern id="grain" width="86" height="340" patternUnits="userSpaceOnUse"><path d="${grain}" fill="none" stroke="#8A6B48" stroke-width="1.2" opacity=".35"/></pattern>
<pattern id="lattice" width="96" height="96" patternUnits="userSpaceOnUse"><path d="${cell}" transform="scale(4)" fill="none" stroke="#CBBFB0" stroke-width="2.1"/></pattern>
<linearGradient id="wall" x1="0" x2="1" y1="0" y2=".4"><stop stop-color="#D2C6B8"/><stop offset="1" stop-color="#B9ADA0"/></linearGradient>
</defs>
<path d="M0 0h${width}v${floor}H0Z" fill="url(#wall)"/>
<g transform="matrix(1 .16 0 1 ${lightX} -26)"><path d="M0 0h400v430H0Z" fill="#EFE7DA" opacity=".85"/><path d="M0 0h400v430H0Z" fill="url(#lattice)"/></g>
<path d="M0 ${floor}h${width}v20H0Z" fill="#D8CEC1"/><path d="M0 ${floor + 20}h${width}v${below - 20}H0Z" fill="#BF946B"/>
<path d="M0 ${floor + 50}H${width}M0 ${floor + 84}H${width}" stroke="#A97F57" stroke-width="1.2"/>
${parts}
</svg>
`
}

const folder = new URL('../public/images/home/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(
  new URL('hero.svg', folder),
  room({ width: 1440, height: 600, lightX: 330, parts: plant(116) + stool(400) + wardrobe(744) }),
)
writeFileSync(
  new URL('hero-narrow.svg', folder),
  room({ width: 585, height: 600, lightX: -90, parts: stool(20) + wardrobe(338) }),
)
