import type { Range } from './whole.ts'

/** Version of the rule book that this folder follows. */
export const rulesVersion = 1

interface Board {
  thicknessMm: number
  /** Thickness of the edging that is taken off before cutting. */
  edgingMm: number
  gramsPerM2: number
}

export const boards = {
  lam18: { thicknessMm: 18, edgingMm: 1, gramsPerM2: 11_700 },
  wood19: { thicknessMm: 19, edgingMm: 1, gramsPerM2: 13_300 },
  paint19: { thicknessMm: 19, edgingMm: 0, gramsPerM2: 14_300 },
  solid19: { thicknessMm: 19, edgingMm: 0, gramsPerM2: 13_300 },
  box16: { thicknessMm: 16, edgingMm: 1, gramsPerM2: 10_400 },
  back6: { thicknessMm: 6, edgingMm: 0, gramsPerM2: 4_500 },
  lattice12: { thicknessMm: 12, edgingMm: 0, gramsPerM2: 6_000 },
} as const satisfies Record<string, Board>
export type BoardKey = keyof typeof boards

/** In the order of their numbers in a code. */
export const finishes = [
  'white',
  'sand',
  'graphite',
  'oak',
  'ash',
  'walnut',
  'smoked-oak',
  'sage',
  'forest',
  'terracotta',
  'black',
] as const
export type Finish = (typeof finishes)[number]

const laminates = ['white', 'sand', 'graphite'] as const satisfies readonly Finish[]
const woods = ['oak', 'ash', 'walnut', 'smoked-oak'] as const satisfies readonly Finish[]
/** Finishes of bodies. */
export const bodyFinishes = [...laminates, ...woods] as const
export type BodyFinish = (typeof bodyFinishes)[number]

const includes = (list: readonly string[], value: string): boolean => list.includes(value)
/** A lattice is made of solid wood. */
export const isWood = (finish: Finish): boolean => includes(woods, finish)
export const isBodyFinish = (finish: Finish): finish is BodyFinish => includes(bodyFinishes, finish)
export const bodyBoard = (finish: BodyFinish): BoardKey => (isWood(finish) ? 'wood19' : 'lam18')
export const frontBoard = (finish: Finish): BoardKey => (isWood(finish) ? 'wood19' : 'paint19')

export const bases = ['plinth', 'legs', 'wall'] as const
export type Base = (typeof bases)[number]
export const baseHeightMm: Record<Base, number> = { plinth: 80, legs: 120, wall: 0 }
export const fronts = ['hinged', 'sliding'] as const
export type FrontKind = (typeof fronts)[number]

export interface FamilyRules {
  /** Measures of the furniture itself, in millimetres. */
  widthMm: Range
  heightMm: Range
  depthMm: Range
  bays: number
  bases: readonly Base[]
  fronts: readonly FrontKind[]
  hasUpper: boolean
  mayBeInNiche: boolean
  /** Whether the top lies over the sides. */
  hasCap: boolean
  /** Most of each in one bay. */
  doors: number
  drawers: number
  rail: number
  shelves: number
  longestShelfMm: number
  leastClearMm: number
}

export const families = {
  wardrobe: {
    widthMm: [400, 5400],
    heightMm: [1200, 3200],
    depthMm: [350, 800],
    bays: 10,
    bases: ['plinth', 'legs'],
    fronts: ['hinged', 'sliding'],
    hasUpper: true,
    mayBeInNiche: true,
    hasCap: false,
    doors: 2,
    drawers: 6,
    rail: 2,
    shelves: 8,
    longestShelfMm: 900,
    leastClearMm: 150,
  },
  shelf: {
    widthMm: [300, 2780],
    heightMm: [300, 2780],
    depthMm: [200, 500],
    bays: 8,
    bases: ['plinth', 'legs', 'wall'],
    fronts: ['hinged'],
    hasUpper: false,
    mayBeInNiche: true,
    hasCap: false,
    doors: 0,
    drawers: 0,
    rail: 0,
    shelves: 10,
    longestShelfMm: 800,
    leastClearMm: 150,
  },
  'tv-base': {
    widthMm: [600, 2780],
    heightMm: [250, 900],
    depthMm: [300, 600],
    bays: 6,
    bases: ['plinth', 'legs', 'wall'],
    fronts: ['hinged'],
    hasUpper: false,
    mayBeInNiche: false,
    hasCap: true,
    doors: 2,
    drawers: 4,
    rail: 0,
    shelves: 3,
    longestShelfMm: 900,
    leastClearMm: 100,
  },
} as const satisfies Record<string, FamilyRules>
export type Family = keyof typeof families
export const familyNames = ['wardrobe', 'shelf', 'tv-base'] as const satisfies readonly Family[]

export const handles = ['bar', 'knob', 'groove', 'push'] as const
export type Handle = (typeof handles)[number]
export const metals = ['black', 'brass', 'steel'] as const
export type Metal = (typeof metals)[number]
export const styles = ['plain', 'lattice', 'mirror'] as const
export type DoorStyle = (typeof styles)[number]

/** Fitting gaps of a niche in millimetres, and what a filler strip is wider than its gap. */
export const nicheGaps = { side: 30, top: 40, back: 10, scribe: 20 } as const
/** Longest side of a part: a sheet of 2800 mm less 10 mm at each end. */
export const longestPartMm = 2780
/** Thickness of fronts, and their gap to the outline, to each other and to the body. */
export const front = { thickness: 19, reveal: 2, gap: 3, bump: 2 } as const
/** Depth of the tracks of sliding doors, overlap of two doors, height that their rollers take. */
export const slide = { track: 100, overlap: 30, play: 30 } as const
/** The back lies in a groove `inset` from the rear edge and enters it by `enters`. */
export const back = { inset: 10, thickness: 6, enters: 5 } as const
/** Height of a drawer with its gap. */
export const drawerPitchMm = 200
/** Lattice doors: widths of the frame, the tenon in a stile, what the lattice enters the frame, and one cell. */
export const lattice = { stile: 70, tenon: 40, enters: 7, cell: 60, middleRailAbove: 1800 } as const
