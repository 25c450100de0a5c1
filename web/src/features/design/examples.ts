import { checkDesign, isBuildable } from '@shared/rules/checks'
import type { Check } from '@shared/rules/check'
import type { BayDesign, Design } from '@shared/rules/design'
import { applyFix } from '@shared/rules/fixes'
import { doorSpans } from '@shared/rules/bay'
import { layoutOf } from '@shared/rules/layout'
import { families, rulesVersion } from '@shared/rules/tables'
import type { Side } from '@shared/measures'

const bay = (own: Partial<BayDesign>): BayDesign => ({ widthMm: 0, doors: 1, style: 'plain', drawers: 0, rail: 0, shelves: 0, ...own })

const wardrobe: Design = {
  rules: rulesVersion,
  prices: 1,
  family: 'wardrobe',
  niche: true,
  widthMm: 2430,
  heightMm: 2620,
  depthMm: 620,
  base: 'plinth',
  upperMm: 0,
  front: 'hinged',
  slides: 0,
  body: 'white',
  fronts: 'oak',
  handle: 'bar',
  metal: 'black',
  bays: [
    bay({ rail: 1, shelves: 2 }),
    bay({ drawers: 2, shelves: 4, style: 'lattice' }),
    bay({ drawers: 2, shelves: 4, style: 'lattice' }),
    bay({ rail: 2, shelves: 2 }),
  ],
}

export const examples = {
  lattice: wardrobe,
  white: {
    ...wardrobe,
    upperMm: 450,
    fronts: 'white',
    metal: 'brass',
    bays: [bay({ rail: 1, shelves: 1 }), bay({ shelves: 5 }), bay({ rail: 1, shelves: 1 }), bay({ rail: 2 })],
  },
  sliding: {
    ...wardrobe,
    depthMm: 660,
    front: 'sliding',
    slides: 3,
    body: 'oak',
    handle: 'groove',
    bays: [bay({ doors: 0, rail: 1, shelves: 2 }), bay({ doors: 0, shelves: 5, drawers: 2 }), bay({ doors: 0, rail: 2, shelves: 2 })],
  },
} as const satisfies Record<string, Design>
export type ExampleName = keyof typeof examples

/** Starts of the other families. */
export const otherPieces: readonly Design[] = [
  {
    ...wardrobe,
    ...{ family: 'shelf', niche: false, widthMm: 1200, heightMm: 2000, depthMm: 320, body: 'oak', handle: 'push' },
    bays: [bay({ doors: 0, shelves: 5 }), bay({ doors: 0, shelves: 4 })],
  },
  {
    ...wardrobe,
    ...{ family: 'tv-base', niche: false, widthMm: 1800, heightMm: 480, depthMm: 420, base: 'legs', handle: 'push' },
    ...{ body: 'walnut', fronts: 'walnut' },
    bays: [bay({ doors: 0, drawers: 1 }), bay({ doors: 0, shelves: 1 }), bay({ doors: 0, drawers: 1 })],
  },
]

/** The typed measures of a wall in millimetres; those that are missing are the example's own. */
export type Wall = Partial<Record<Side, number>>

interface Fitted {
  design: Design
  /** The reason why the wall cannot take the example as typed; the design is then the nearest that can be built. */
  refusal: Check | null
}

const widestDoorMm = 600
const narrowestBayMm = 360
/** Index of the bay that is copied or left out. */
const inner = 1

/** Adds bays until no door is wider than 60 cm, and takes out those that would be too narrow. */
function withFittingBays(design: Design): Design {
  let now = design
  for (let steps = 0; steps < 20; steps++) {
    const layout = layoutOf(now)
    if (layout === null) return now
    const doors = layout.bays.flatMap((place) => doorSpans(place, now.bays[place.index]?.doors ?? 0))
    const count = now.bays.length
    const { [inner]: copied = now.bays[0] } = now.bays
    if (copied !== undefined && doors.some(({ width }) => width > widestDoorMm) && count < families.wardrobe.bays) {
      now = { ...now, bays: now.bays.toSpliced(inner, 0, copied) }
    } else if (count > 2 && layout.bays.every(({ width }) => width < narrowestBayMm)) {
      now = { ...now, bays: now.bays.toSpliced(inner, 1) }
    } else return now
  }
  return now
}

const mostRepairs = 80

/** Takes the first ways out until the design can be built. */
function repaired(design: Design): Design {
  let now = design
  for (let steps = 0; steps < mostRepairs; steps++) {
    const error = checkDesign(now).find(({ level }) => level === 'error')
    if (error === undefined) return now
    now = applyFix(now, error.fixes[0] ?? [])
  }
  return design
}

/** Fits an example to a wall. */
export function fitExample(example: Design, wall: Wall): Fitted {
  const wanted = withFittingBays({ ...example, ...wall })
  const checks = checkDesign(wanted)
  if (isBuildable(checks)) return { design: wanted, refusal: null }
  const nearest = repaired(wanted)
  const isAsTyped = (['widthMm', 'heightMm', 'depthMm'] as const).every((side) => nearest[side] === wanted[side])
  return { design: nearest, refusal: isAsTyped ? null : (checks.find(({ level }) => level === 'error') ?? null) }
}
