// Small things that make a room: each stands on y = 0 with its left side at x = 0.
import { board, colourOf, darker, ellipse, grounded, lighter, line, path, rect } from './draw.mjs'

export function plant() {
  const leaf = (dx, dy, bend, fill) =>
    path(`M60 -88Q${60 + dx * bend} ${-88 + dy * 0.35} ${60 + dx} ${-88 + dy}Q${60 + dx * 0.3} ${-88 + dy * 0.42} 60 -88Z`, fill)
  return [
    grounded(120),
    leaf(-104, -96, 0.75, '#3F5A3B'),
    leaf(112, -110, 0.75, '#46603F'),
    leaf(-62, -170, 0.9, '#4F6A4E'),
    leaf(74, -190, 0.9, '#3F5A3B'),
    leaf(-128, -40, 0.6, '#4F6A4E'),
    leaf(128, -30, 0.6, '#3A5337'),
    leaf(10, -218, 2.5, '#5F7B5A'),
    path('M12 -96H108L98 -8Q96 0 86 0H34Q24 0 22 -8Z', '#ECE9E2'),
    path('M72 -96H108L98 -8Q96 0 86 0H64Z', '#2A1C10', 'opacity=".08"'),
  ].join('')
}

export function stool(slug = 'oak') {
  const leg = (x, height, width) => rect(x, -height, width, height, darker(slug, 0.18))
  return [
    grounded(124),
    leg(36, 92, 8),
    leg(80, 92, 8),
    leg(10, 100, 11),
    leg(103, 100, 11),
    board(0, -114, 124, 14, slug, { turned: true }),
  ].join('')
}

export const books = () =>
  rect(8, -14, 84, 14, '#D8D4CB') + rect(0, -28, 80, 14, colourOf('terracotta')) + rect(10, -40, 66, 12, '#8C9A92')

export const vase = (slug = 'white', height = 90) =>
  path(
    `M16 0Q-6 ${-height * 0.4} 14 ${-height * 0.72}Q20 ${-height * 0.82} 17 ${-height}H35Q32 ${-height * 0.82} 38 ${-height * 0.72}Q58 ${-height * 0.4} 36 0Z`,
    lighter(slug, 0.1),
    `stroke="${darker(slug, 0.25)}" stroke-width="1"`,
  ) + path(`M30 0Q50 ${-height * 0.4} 33 ${-height * 0.74}Q58 ${-height * 0.4} 36 0Z`, '#2A1C10', 'opacity=".12"')

export const bowl = (slug = 'sage') =>
  ellipse(40, -30, 40, 7, darker(slug, 0.35)) +
  ellipse(28, -34, 11, 9, '#E0B45C') +
  ellipse(48, -35, 12, 9, '#D79A4A') +
  path('M0 -30Q6 0 30 0H50Q74 0 80 -30Q40 -22 0 -30Z', colourOf(slug))

export function lamp() {
  return (
    grounded(70) +
    rect(33, -330, 4, 326, '#2A2825') +
    ellipse(35, -3, 34, 5, '#2A2825') +
    path('M6 -322H64L54 -392H16Z', '#F1E7D6', 'stroke="#C9B99F" stroke-width="1"')
  )
}

export const frame = (slug = 'oak') =>
  board(0, -150, 110, 150, slug) + rect(9, -141, 92, 132, '#F4F1EA') + line('M30 -40V-96L54 -118L80 -92V-40Z', '#8A8475', 2)

/** A rail of clothes, from x = 0 to `width`, hanging from y = 0 down. */
export function clothes(width) {
  const colours = ['#D9CFC0', '#4E5A5C', '#3F474A', '#B4694A', '#E8E2D7', '#C8B69E', '#55615F', '#8E7C68']
  const step = width / colours.length
  return colours
    .map((fill, index) =>
      path(
        `M${index * step + step * 0.3} 0Q${index * step + step * 0.5} -6 ${index * step + step * 0.7} 0L${index * step + step * 0.82} ${150 + (index % 3) * 14}H${index * step + step * 0.16}Z`,
        fill,
      ),
    )
    .join('')
}

export const towels = (width) =>
  ['#E9E3D8', '#8C9A92', '#B4694A'].map((fill, index) => rect(4, -14 * (index + 1), width - 8, 12, fill, 'rx="4"')).join('')
