// Draws the pictures of the home page and of the static pages: `node scripts/draw-scenes.mjs` writes
// public/images/scenes/<name>/1-<width>.svg and their entries in src/lib/scenes/scenes.json. A scene whose entry names
// photographs (format webp) is left as it is.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { at, latticeFill, picture } from './scenes/draw.mjs'
import { chest, gardenChair, gardenTable, kitchen, openWardrobe, wardrobe, workbench } from './scenes/furniture.mjs'
import * as places from './scenes/places.mjs'
import { books, frame, lamp, plant, stool, vase } from './scenes/props.mjs'

const wall = '#C9BEB1'
const doorLattice = latticeFill('doorLattice', 36, 'walnut')

/** A room with things in it, each `[x, scale, body]` on the floor line. */
function inRoom(width, height, things, { light = null, floor = Math.round(height * 0.81), lift = 44 } = {}) {
  const sun = light === null ? '' : places.latticeLight(light, -26, 400, 430)
  const body = places.room(width, height, floor) + sun + things.map(([x, scale, thing]) => at(x, floor + lift, scale, thing)).join('')
  return { width, height, placeholder: wall, body, defs: places.shade + doorLattice }
}

function onTerrace(width, height) {
  const floor = Math.round(height * 0.6)
  const middle = width / 2
  const ground = floor + (height - floor) * 0.62
  const body = [
    places.terrace(width, height, floor),
    at(middle + 210, ground - 60, 0.95, plant()),
    at(middle - 170, ground - 46, 0.95, gardenChair()),
    at(middle + 40, ground - 46, 0.95, gardenChair()),
    at(middle - 230, ground, 1, gardenTable()),
    at(middle - 380, ground + 16, 1, gardenChair(true)),
    `<g transform="translate(${String(middle + 380)} ${String(ground + 16)}) scale(-1 1)">${gardenChair(true)}</g>`,
  ].join('')
  return { width, height, placeholder: '#D8D5CD', body }
}

const near = (width, height, scale, x, y, body, placeholder) => ({
  width,
  height,
  placeholder,
  body: `<g transform="translate(${String(x)} ${String(y)}) scale(${String(scale)})">${body}</g>`,
})

const oakWardrobe = wardrobe({ width: 480, height: 458, slug: 'oak', doors: 4 })
const walnutWardrobe = wardrobe({ width: 280, height: 480, slug: 'walnut', metal: '#B8925A', lattice: 'doorLattice' })
const openOak = openWardrobe({ width: 430, height: 500, slug: 'oak' })
const walnutChest = chest({ slug: 'walnut', lattice: 'doorLattice' })

const scenes = {
  hero: inRoom(1440, 600, [[56, 1, plant()], [400, 1, stool()], [412, 1, `<g transform="translate(0 -114)">${books()}</g>`], [744, 1, oakWardrobe]], { light: 330 }),
  'hero-narrow': inRoom(585, 600, [[20, 1, stool()], [32, 1, `<g transform="translate(0 -114)">${books()}</g>`], [338, 1, oakWardrobe]], { light: -90 }),
  about: { width: 960, height: 1200, placeholder: '#B39B80', body: places.laths(960, 1200, 400, 'walnut') },
  'gallery-1': inRoom(480, 600, [[84, 1, walnutWardrobe], [372, 0.62, plant()]]),
  'gallery-2': onTerrace(960, 600),
  'gallery-3': {
    width: 720,
    height: 600,
    placeholder: '#D9D4CA',
    body: `${places.room(720, 600, 560)}${at(-170, 600, 1.24, kitchen({ width: 760, slug: 'walnut', oven: false }))}`,
  },
  'gallery-4': {
    width: 960,
    height: 600,
    placeholder: '#C2BBB0',
    body: places.workshop(960, 600, 470) + at(180, 560, 1, workbench()) + at(830, 556, 0.8, stool('beech')),
  },
  'gallery-5': near(480, 600, 0.75, -60, 0, places.dovetail(), '#9C9489'),
  'gallery-6': inRoom(720, 600, [[150, 0.98, openOak], [610, 0.6, stool()]]),
  'gallery-7': inRoom(480, 600, [[60, 0.96, wardrobe({ width: 330, height: 480, slug: 'white', doors: 3, metal: '#B8925A' })], [402, 0.92, lamp()]]),
  'gallery-8': inRoom(960, 600, [[80, 1, kitchen({ width: 800, slug: 'forest' })]], { floor: 540, lift: 24 }),
  'gallery-9': inRoom(720, 600, [
    [110, 1.1, walnutChest],
    [180, 1, `<g transform="translate(0 -186)">${vase('white', 110)}</g>`],
    [400, 1, `<g transform="translate(0 -186)">${frame()}</g>`],
  ]),
  'gallery-10': { width: 480, height: 600, placeholder: '#D2C5B2', body: places.laths(480, 600, 170, 'oak') },
  hotspots: inRoom(1392, 640, [[60, 1.05, plant()], [470, 1.04, openOak], [1090, 1.05, stool()], [1104, 1.05, `<g transform="translate(0 -114)">${books()}</g>`]], {
    floor: 560,
    lift: 36,
  }),
  'hotspots-narrow': inRoom(640, 640, [[110, 1.04, openOak]], { floor: 560, lift: 36 }),
  projects: inRoom(1392, 640, [[110, 1.08, kitchen({ width: 1080, slug: 'forest' })]], { floor: 584, lift: 24 }),
  'projects-narrow': inRoom(640, 640, [[-70, 1.08, kitchen({ width: 800, slug: 'forest' })]], { floor: 584, lift: 24 }),
  'design-1': { width: 660, height: 880, placeholder: '#D3AF82', body: places.handles(660, 880, 'oak') },
  'design-2': near(690, 1152, 2.9, -60, 1420, walnutWardrobe, '#7D5238'),
  'instagram-1': near(600, 600, 0.75, 0, 0, places.dovetail('oak', 'smoked-oak'), '#9C9489'),
  'instagram-2': { width: 600, height: 600, placeholder: '#E3D0B1', body: places.handles(600, 600, 'ash', '#B8925A') },
  'instagram-3': { width: 600, height: 600, placeholder: '#B39B80', body: places.laths(600, 600, 300, 'walnut') },
  'instagram-4': { width: 600, height: 600, placeholder: '#CBC6BC', body: places.tenon() },
  'instagram-5': {
    width: 600,
    height: 600,
    placeholder: '#D8D5CD',
    body: places.terrace(600, 600, 380) + at(150, 540, 2, gardenChair()),
  },
  'instagram-6': inRoom(600, 600, [[90, 1, walnutChest], [130, 1, `<g transform="translate(0 -170)">${vase('white', 96)}</g>`]]),
  catalogue: near(800, 800, 1, 0, 0, places.dovetail(), '#9C9489'),
  'store-1': {
    width: 900,
    height: 600,
    placeholder: '#D9D3C8',
    body: places.shopFront(900, 600, `${at(60, 316, 0.6, oakWardrobe)}${at(410, 316, 0.62, plant())}`),
    defs: doorLattice,
  },
  'store-2': inRoom(900, 600, [
    [60, 0.9, wardrobe({ width: 300, height: 470, slug: 'sage', metal: '#B8925A' })],
    [400, 0.85, walnutChest],
    [470, 0.85, `<g transform="translate(0 -170)">${frame()}</g>`],
    [800, 0.8, lamp()],
  ]),
}

const folder = new URL('../public/images/scenes/', import.meta.url)
const manifestFile = new URL('../src/lib/scenes/scenes.json', import.meta.url)
const manifest = existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {}

for (const [name, { width, height, placeholder, body, defs = doorLattice }] of Object.entries(scenes)) {
  if (manifest[name]?.format === 'webp') continue
  const own = new URL(`${name}/`, folder)
  mkdirSync(own, { recursive: true })
  for (const file of readdirSync(own)) rmSync(new URL(file, own))
  writeFileSync(new URL(`1-${width}.svg`, own), picture(width, height, body, defs))
  manifest[name] = { format: 'svg', width, height, widths: [width], placeholder }
}
const lines = Object.entries(manifest).map(([name, entry]) => `  ${JSON.stringify(name)}: ${JSON.stringify(entry)}`)
writeFileSync(manifestFile, `{\n${lines.join(',\n')}\n}\n`)
