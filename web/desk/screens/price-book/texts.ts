import type { TFunction } from 'i18next'
import type { Language } from '@shared/language'
import { colourName } from '@shared/palette/palette'
import type { TextKey } from '@shared/text-key'
import type { PriceBookState } from '@desk/api/price-books'
import type { StatusView } from '@desk/components/Parts'
import { keyText } from '@desk/lib/errors'
import { kindOf, largestShare, type CellName, type Fitting, type Markup, type PricedBoard, type Work } from './cells'
import type { Problem } from './values'

export const bookStateViews = {
  draft: { text: 'PRICE_BOOK.STATE_DRAFT', tone: 'ink', isFilled: false },
  planned: { text: 'PRICE_BOOK.STATE_PLANNED', tone: 'amber', isFilled: false },
  inForce: { text: 'PRICE_BOOK.STATE_IN_FORCE', tone: 'emerald', isFilled: true },
  past: { text: 'PRICE_BOOK.STATE_PAST', tone: 'grey', isFilled: true },
} as const satisfies Record<PriceBookState, StatusView>

export const boardTexts = {
  lam18: 'PRICE_BOOK.LAM18',
  wood19: 'PRICE_BOOK.WOOD19',
  paint19: 'PRICE_BOOK.PAINT19',
  solid19: 'PRICE_BOOK.SOLID19',
  box16: 'PRICE_BOOK.BOX16',
  back6: 'PRICE_BOOK.BACK6',
} as const satisfies Record<PricedBoard, TextKey>

type Runner = Extract<Fitting, `runner-${string}`>

const fittingTexts = {
  bolt: 'PRICE_BOOK.BOLT',
  bracket: 'PRICE_BOOK.BRACKET',
  cam: 'PRICE_BOOK.CAM',
  cell: 'PRICE_BOOK.CELL',
  confirmat: 'PRICE_BOOK.CONFIRMAT',
  foot: 'PRICE_BOOK.FOOT',
  groove: 'PRICE_BOOK.GROOVE',
  'handle-bar': 'PRICE_BOOK.HANDLE_BAR',
  'handle-knob': 'PRICE_BOOK.HANDLE_KNOB',
  hanger: 'PRICE_BOOK.HANGER',
  'hinge-full': 'PRICE_BOOK.HINGE_FULL',
  'hinge-half': 'PRICE_BOOK.HINGE_HALF',
  leg: 'PRICE_BOOK.LEG',
  mirror: 'PRICE_BOOK.MIRROR',
  pin: 'PRICE_BOOK.PIN',
  'plinth-clip': 'PRICE_BOOK.PLINTH_CLIP',
  push: 'PRICE_BOOK.PUSH',
  rail: 'PRICE_BOOK.RAIL',
  'rail-end': 'PRICE_BOOK.RAIL_END',
  'rail-middle': 'PRICE_BOOK.RAIL_MIDDLE',
  'slide-set': 'PRICE_BOOK.SLIDE_SET',
  straightener: 'PRICE_BOOK.STRAIGHTENER',
  track: 'PRICE_BOOK.TRACK',
} as const satisfies Record<Exclude<Fitting, Runner>, TextKey>

const workTexts = {
  part: 'PRICE_BOOK.WORK_PART',
  m2: 'PRICE_BOOK.WORK_M2',
  door: 'PRICE_BOOK.WORK_DOOR',
  drawer: 'PRICE_BOOK.WORK_DRAWER',
  slide: 'PRICE_BOOK.WORK_SLIDE',
  site: 'PRICE_BOOK.WORK_SITE',
  order: 'PRICE_BOOK.WORK_ORDER',
} as const satisfies Record<Work, TextKey>

const markupTexts = {
  boards: 'PRICE_BOOK.MARKUP_BOARDS',
  fittings: 'PRICE_BOOK.MARKUP_FITTINGS',
  work: 'PRICE_BOOK.MARKUP_WORK',
} as const satisfies Record<Markup, TextKey>

const fittingLabel = (t: TFunction, fitting: Fitting): string => {
  const runner = /^runner-(\d+)$/.exec(fitting)?.[1]
  return runner === undefined ? t(fittingTexts[fitting as Exclude<Fitting, Runner>]) : t('PRICE_BOOK.RUNNER', { value: runner })
}

/** Name of a row beside its group's head: a finish, edging, a fitting or a kind of work. */
export function rowLabel(t: TFunction, name: CellName, language: Language): string {
  const [group, key = '', kind, finish = ''] = name.split('.')
  if (group === 'fittings') return fittingLabel(t, key as Fitting)
  if (group === 'work') return t(workTexts[key as Work])
  if (group === 'markupPercent') return t(markupTexts[key as Markup])
  if (kind === 'perM2') return colourName(finish, language)
  if (kind === 'edgePerM') return t('PRICE_BOOK.EDGING')
  if (kind === 'wastePercent') return t('PRICE_BOOK.WASTE')
  if (kind === 'sheetMm') return t('PRICE_BOOK.SHEET')
  const whole = {
    vatPercent: 'PRICE_BOOK.VAT',
    bandPercent: 'PRICE_BOOK.BAND',
    edgeWastePercent: 'PRICE_BOOK.EDGE_WASTE',
    roundTo: 'PRICE_BOOK.ROUND_TO',
  } as const satisfies Record<string, TextKey>
  return t(whole[name as keyof typeof whole])
}

/** Whole name of a cell, as it stands away from its group. */
export function cellLabel(t: TFunction, name: CellName, language: Language): string {
  const [group, key = ''] = name.split('.')
  const row = rowLabel(t, name, language)
  return group === 'boards' ? `${t(boardTexts[key as PricedBoard])}: ${row}` : row
}

/** Finish of a board's cell, for its swatch; null for any other cell. */
export const finishOf = (name: CellName): string | null => /\.perM2\.(.+)$/.exec(name)?.[1] ?? null

/** The reason that a typed text is no value of its cell. */
export function problemText(t: TFunction, name: CellName, problem: Problem): string {
  if (problem === 'required') return t('ERRORS.REQUIRED')
  const kind = kindOf(name)
  if (kind === 'share') return t('PRICE_BOOK.SHARE_RANGE', { max: largestShare(name) })
  if (kind === 'sheet') return t('PRICE_BOOK.SHEET_FORM')
  return t(problem === 'range' ? 'PRICE_BOOK.COST_RANGE' : 'PRICE_BOOK.COST_FORM')
}

/** The reason that the service refuses a cell. At publishing, a number out of range is a price in the shop that is too high. */
export const refusalText = (t: TFunction, key: string): string =>
  key === 'FIELD.OUT_OF_RANGE' ? t('PRICE_BOOK.RATE_TOO_HIGH') : (keyText(t, key) ?? t('ERRORS.INVALID'))
