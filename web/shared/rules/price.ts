import { cutLength, cutWidth, edgesAlong, type Part } from './derivation.ts'
import type { Derived } from './parts.ts'
import type { Layout } from './layout.ts'
import { boards } from './tables.ts'
import { down, half, sum, up } from './whole.ts'

/** Public rates of one price book, in thousandths of a qəpik with waste, margin and VAT in them. */
export interface Rates {
  /** Number of the price book. */
  version: number
  rules: number
  bandPercent: number
  vatPercent: number
  /** In qəpik. */
  roundTo: number
  /** By `board.finish`, each square metre. */
  board: Readonly<Record<string, number>>
  /** By `board.finish`, each metre. */
  edge: Readonly<Record<string, number>>
  fittings: Readonly<Record<string, number>>
  work: Readonly<Record<string, number>>
}

/** Sums by which a design is priced: mm² of boards, mm of edging, fittings, work. */
export interface Quantities {
  area: Readonly<Record<string, number>>
  edge: Readonly<Record<string, number>>
  fittings: Readonly<Record<string, number>>
  work: Readonly<Record<string, number>>
  massG: number
}

const mirrorGramsPerM2 = 10_000

function sumBy(parts: readonly Part[], amount: (part: Part) => number): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const part of parts) {
    const key = `${part.board}.${part.finish}`
    const added = amount(part) * part.count
    if (added > 0) sums[key] = (sums[key] ?? 0) + added
  }
  return sums
}

export function quantitiesOf({ parts, fittings, doors }: Derived, layout: Layout): Quantities {
  const countOf = (key: string) => sum(parts.filter((part) => part.key === key).map(({ count }) => count))
  const cutArea = (part: Part) => cutLength(part) * cutWidth(part)
  const edging = ({ edges, lengthMm, widthMm }: Part) => {
    const { along, across } = edgesAlong(edges)
    return along * lengthMm + across * widthMm
  }
  const masses = parts.map(({ lengthMm, widthMm, count, board }) => lengthMm * widthMm * count * boards[board].gramsPerM2)
  return {
    // A lattice is priced by its cells.
    area: sumBy(parts, (part) => (part.board === 'lattice12' ? 0 : cutArea(part))),
    edge: sumBy(parts, edging),
    fittings,
    work: {
      part: sum(parts.map(({ count }) => count)),
      m2: sum(parts.map((part) => cutArea(part) * part.count)),
      door: doors.length,
      drawer: countOf('drawer-base'),
      slide: countOf('slide-door'),
      site: layout.width * layout.height,
      order: 1,
    },
    massG: up(sum(masses) + (fittings.mirror ?? 0) * mirrorGramsPerM2, 1_000_000),
  }
}

/** The range that is told before the measuring, in qəpik. */
export interface Band {
  low: number
  high: number
}

interface PriceLine {
  key: string
  quantity: number
  /** In qəpik. */
  amount: number
}

/** The price in qəpik: the exact sum of its lines, the rounded total, its VAT and the band before measuring. */
interface Price extends Band {
  lines: readonly PriceLine[]
  exact: number
  total: number
  vat: number
}

const squareMetre = 1_000_000
const metre = 1000
/** Units of what is not priced by the piece. */
const units: Readonly<Record<string, number>> = {
  'fitting.rail': metre,
  'fitting.track': metre,
  'fitting.mirror': squareMetre,
  'work.m2': squareMetre,
  'work.site': squareMetre,
}
/** A band ends at whole tens of manat. */
const bandStep = 1000

function linesOf(group: string, quantities: Readonly<Record<string, number>>, rates: Readonly<Record<string, number>>, unit: number) {
  return Object.entries(quantities)
    .filter(([, quantity]) => quantity > 0)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, quantity]): PriceLine | null => {
      const key = `${group}.${name}`
      const rate = rates[name]
      return rate === undefined ? null : { key, quantity, amount: half(quantity * rate, 1000 * (units[key] ?? unit)) }
    })
}

/** Prices a design; `null` where the rates lack one of its keys. */
export function priceOf(quantities: Quantities, rates: Rates): Price | null {
  const lines: PriceLine[] = []
  for (const line of [
    ...linesOf('board', quantities.area, rates.board, squareMetre),
    ...linesOf('edge', quantities.edge, rates.edge, metre),
    ...linesOf('fitting', quantities.fittings, rates.fittings, 1),
    ...linesOf('work', quantities.work, rates.work, 1),
  ]) {
    if (line === null) return null
    lines.push(line)
  }
  const exact = sum(lines.map(({ amount }) => amount))
  const total = half(exact, rates.roundTo) * rates.roundTo
  return {
    lines,
    exact,
    total,
    vat: total - half(total * 100, 100 + rates.vatPercent),
    low: down(total * (100 - rates.bandPercent), 100 * bandStep) * bandStep,
    high: up(total * (100 + rates.bandPercent), 100 * bandStep) * bandStep,
  }
}
