// Strokes and fills that all scenes share. Bodies stand on y = 0 and grow upwards; `at` puts them into the picture.
import { readFileSync } from 'node:fs'

const palette = JSON.parse(readFileSync(new URL('../../src/lib/palette/palette.json', import.meta.url), 'utf8'))
const woods = new Set(['oak', 'ash', 'beech', 'walnut', 'smoked-oak'])

export const ink = '#1A1814'
export const brass = '#B8925A'

const round = (value) => String(Math.round(value * 10) / 10)

/** The palette's colour, or the colour itself. */
export const colourOf = (slug) => palette[slug]?.swatch ?? slug

export function mix(slug, other, share) {
  const parts = (hex) => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
  const [from, to] = [parts(colourOf(slug)), parts(other)]
  return `#${from.map((value, index) => Math.round(value + (to[index] - value) * share).toString(16).padStart(2, '0')).join('')}`
}

export const darker = (slug, share) => mix(slug, '#2A1C10', share)
export const lighter = (slug, share) => mix(slug, '#FFFFFF', share)

export const rect = (x, y, width, height, fill, more = '') =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${more}/>`

export const polygon = (points, fill, more = '') =>
  `<path d="M${points.map((point) => point.map(round).join(' ')).join('L')}Z" fill="${fill}" ${more}/>`

export const path = (d, fill, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`

export const line = (d, stroke, width, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${round(width)}" ${more}/>`

export const ellipse = (x, y, rx, ry, fill, more = '') =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}" ${more}/>`

/** Places a body: its left foot at x, y. */
export const at = (x, y, scale, body) => `<g transform="translate(${round(x)} ${round(y)}) scale(${scale})">${body}</g>`

/** A board: its colour, its grain where it is wood, its edge and the light from the upper left. */
export function board(x, y, width, height, slug, { turned = false, edge = 1.2 } = {}) {
  const colour = colourOf(slug)
  const grain = woods.has(slug) ? rect(x, y, width, height, `url(#grain-${turned ? 'turned' : 'upright'})`) : ''
  return `${rect(x, y, width, height, colour)}${grain}${rect(x, y, width, height, 'url(#light)', `stroke="${darker(slug, 0.55)}" stroke-width="${edge}"`)}`
}

/** The dark that a thing leaves on the floor below it. */
export const grounded = (width) => ellipse(width / 2, 2, width * 0.56, 9, ink, 'opacity=".16"')

/** The shadow on the wall behind a body, to its right. */
export const wallShadow = (width, height) =>
  polygon(
    [
      [width, -height + 14],
      [width + height * 0.13, -height + height * 0.1],
      [width + height * 0.13, -12],
      [width, 0],
    ],
    ink,
    'opacity=".1"',
  )

/** One cell of the lattice in a square of 24. */
export const cell =
  'M24 12L20.49 15.51L20.49 20.49L15.51 20.49L12 24L8.49 20.49L3.51 20.49L3.51 15.51L0 12L3.51 8.49L3.51 3.51L8.49 3.51L12 0L15.51 3.51L20.49 3.51L20.49 8.49ZM20.49 20.49L24 24M3.51 20.49L0 24M3.51 3.51L0 0M20.49 3.51L24 0'

const upright =
  'M9 0C3 90 20 200 9 340M27 0C38 120 18 220 27 340M48 0C42 60 40 130 47 170S54 280 48 340M57 60C49 120 50 200 57 250C64 200 65 110 57 60M74 0C82 110 66 230 74 340'

const grain = (name, turn) =>
  `<pattern id="grain-${name}" width="86" height="340" patternUnits="userSpaceOnUse"${turn}><path d="${upright}" fill="none" stroke="#4A3018" stroke-width="1.2" opacity=".2"/></pattern>`

/** A lattice of wood as a fill; `size` is the side of one cell. */
export const latticeFill = (id, size, slug) =>
  `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse"><path d="${cell}" transform="scale(${size / 24})" fill="none" stroke="${darker(slug, 0.15)}" stroke-width="3.2"/></pattern>`

/** The whole file. What a scene fills with beyond wood comes in `defs`. */
export function picture(width, height, body, defs = '') {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<defs>${grain('upright', '')}${grain('turned', ' patternTransform="rotate(90)"')}
<linearGradient id="light" x2="1" y2="1"><stop stop-color="#FFF" stop-opacity=".14"/><stop offset="1" stop-color="#2A1C10" stop-opacity=".12"/></linearGradient>
<linearGradient id="wall" x2="1" y2=".5"><stop stop-color="#D8CEC2"/><stop offset="1" stop-color="#BAAFA2"/></linearGradient>
<linearGradient id="floor" x2="0" y2="1"><stop stop-color="#B28A62"/><stop offset="1" stop-color="#C79F76"/></linearGradient>
${defs}</defs>
${body}
</svg>
`
}
