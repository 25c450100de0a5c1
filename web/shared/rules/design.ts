import {
  bases,
  families,
  familyNames,
  fronts,
  handles,
  isBodyFinish,
  metals,
  styles,
  finishes,
  type Base,
  type BodyFinish,
  type DoorStyle,
  type Family,
  type FamilyRules,
  type Finish,
  type FrontKind,
  type Handle,
  type Metal,
} from './tables.ts'

export interface BayDesign {
  /** Fixed inner width in millimetres; 0 shares the rest with the other free bays. */
  readonly widthMm: number
  readonly doors: number
  readonly style: DoorStyle
  readonly drawers: number
  readonly rail: number
  readonly shelves: number
}

/** One design. All measures in whole millimetres; in a niche those of the niche. */
export interface Design {
  readonly rules: number
  readonly prices: number
  readonly family: Family
  readonly niche: boolean
  readonly widthMm: number
  readonly heightMm: number
  readonly depthMm: number
  readonly base: Base
  readonly upperMm: number
  readonly front: FrontKind
  /** Number of sliding doors, 0 with hinged ones. */
  readonly slides: number
  readonly body: BodyFinish
  readonly fronts: Finish
  readonly handle: Handle
  readonly metal: Metal
  readonly bays: readonly BayDesign[]
}

export const mostBays = 15

const isWhole = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
const isOne = (list: readonly string[], value: string): boolean => list.includes(value)
/** Milled grips and doors that open on a push have no metal. */
const hasNoMetal = (handle: Handle): boolean => handle === 'groove' || handle === 'push'

function malformedBay(bay: BayDesign, at: string, family: FamilyRules, isSliding: boolean): string[] {
  const isPlain = bay.style === 'plain'
  return [
    isWhole(bay.widthMm, 0, 2047) ? '' : 'widthMm',
    isWhole(bay.doors, 0, isSliding ? 0 : family.doors) ? '' : 'doors',
    isOne(styles, bay.style) && (isPlain || isSliding || bay.doors > 0) ? '' : 'style',
    isWhole(bay.drawers, 0, family.drawers) ? '' : 'drawers',
    isWhole(bay.rail, 0, family.rail) ? '' : 'rail',
    isWhole(bay.shelves, 0, family.shelves) ? '' : 'shelves',
  ].flatMap((name) => (name === '' ? [] : [`${at}.${name}`]))
}

/** Returns the paths of the fields that break the table of section 1 of the rule book; none for a design. */
export function malformedFields(design: Design): string[] {
  if (!isOne(familyNames, design.family)) return ['family']
  const family: FamilyRules = families[design.family]
  const isSliding = design.front === 'sliding'
  const tests: readonly (readonly [name: keyof Design, isRight: boolean])[] = [
    ['rules', isWhole(design.rules, 1, 255)],
    ['prices', isWhole(design.prices, 1, 16_383)],
    ['niche', typeof design.niche === 'boolean' && (!design.niche || family.mayBeInNiche)],
    ['widthMm', isWhole(design.widthMm, 100, 8191)],
    ['heightMm', isWhole(design.heightMm, 100, 4095)],
    ['depthMm', isWhole(design.depthMm, 100, 1023)],
    ['base', isOne(bases, design.base) && family.bases.includes(design.base)],
    ['upperMm', isWhole(design.upperMm, 0, family.hasUpper ? 1023 : 0)],
    ['front', isOne(fronts, design.front) && family.fronts.includes(design.front)],
    ['slides', isSliding ? isWhole(design.slides, 2, 4) : design.slides === 0],
    ['body', isOne(finishes, design.body) && isBodyFinish(design.body)],
    ['fronts', isOne(finishes, design.fronts)],
    ['handle', isOne(handles, design.handle)],
    ['metal', isOne(metals, design.metal) && (design.metal === 'black' || !hasNoMetal(design.handle))],
    ['bays', Array.isArray(design.bays) && design.bays.length >= 1 && design.bays.length <= mostBays],
  ]
  const bad: string[] = tests.flatMap(([name, isRight]) => (isRight ? [] : [name]))
  if (bad.includes('bays')) return bad
  return [...bad, ...design.bays.flatMap((bay, index) => malformedBay(bay, `bays[${index}]`, family, isSliding))]
}

/** Whether two designs are equal in everything. */
export const isSameDesign = (left: Design, right: Design): boolean => JSON.stringify(left) === JSON.stringify(right)
