import { decodeDesign, encodeDesign } from '../shared/rules/code.ts'
import type { Design } from '../shared/rules/design.ts'
import { evaluate } from '../shared/rules/evaluate.ts'
import { cutLength, cutWidth, type Part } from '../shared/rules/derivation.ts'
import { priceOf, type Rates } from '../shared/rules/price.ts'
import { boards } from '../shared/rules/tables.ts'

const sorted = (values: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1)))

/** A row in the form of the vectors, its boxes in the order of their numbers. */
function rowOf(part: Part) {
  const { key, lengthMm, widthMm, count, board, finish, edges, cells } = part
  const boxes = [...part.boxes].sort((left, right) => {
    const differing = left.box.findIndex((number, index) => number !== right.box[index])
    return differing < 0 ? 0 : (left.box[differing] ?? 0) - (right.box[differing] ?? 0)
  })
  const placed = boxes.map(({ box, place }) => [...box, place])
  const measures = [lengthMm, widthMm, boards[board].thicknessMm, count]
  return [key, ...measures, board, finish, edges, cutLength(part), cutWidth(part), cells, placed]
}

/** The outcome of a design in the form of the shared vectors. */
export function outcomeOf(design: Design, rates: Rates) {
  const evaluation = evaluate(design)
  const { checks } = evaluation
  if (evaluation.layout === null) return { checks, parts: null, price: null }
  const { parts, doors, fittings, quantities } = evaluation
  const price = priceOf(quantities, rates)
  return {
    checks,
    parts: parts.map(rowOf),
    doors: doors.map(({ bay, isUpper, x, y, widthMm, heightMm, hinged, style, massG, hinges, cups }) => [
      ...[bay, isUpper, x, y, widthMm, heightMm, hinged, style, massG, hinges, cups],
    ]),
    fittings: sorted(fittings),
    quantities: { area: sorted(quantities.area), edge: sorted(quantities.edge), work: sorted(quantities.work), massG: quantities.massG },
    price: price && { ...price, lines: price.lines.map(({ key, quantity, amount }) => [key, quantity, amount]) },
  }
}

/** Answers one line: a design or its code in JSON; `null` for a code that is no design. The design is read back from its code. */
export function answer(line: string, rates: Rates): string {
  const request = JSON.parse(line) as Design | string
  const design = typeof request === 'string' ? decodeDesign(request) : request
  if (design === null) return 'null'
  const code = encodeDesign(design)
  return JSON.stringify({ code, design: decodeDesign(code), ...outcomeOf(design, rates) })
}
