import { describe, expect, it } from 'vitest'
import vectors from '../../../services/rules/data/vectors.json'
import { outcomeOf } from '../../scripts/rules-outcome.ts'
import { decodeDesign, encodeDesign } from './code.ts'
import { checkDesign } from './checks.ts'
import { malformedFields, type Design } from './design.ts'
import { evaluate } from './evaluate.ts'
import { applyFix } from './fixes.ts'
import { cutLength, cutWidth } from './derivation.ts'
import { priceOf } from './price.ts'
import { bodyFinishes, finishes, handles, longestPartMm, metals, styles, type Base, type DoorStyle, type FrontKind } from './tables.ts'

const cases = vectors.cases.map((entry) => ({ ...entry, design: entry.design as Design }))

describe('the shared vectors', () => {
  it.each(cases)('$name', ({ design, code, expect: expected }) => {
    expect(malformedFields(design)).toEqual([])
    expect(encodeDesign(design)).toBe(code)
    expect(decodeDesign(code)).toEqual(design)
    expect(JSON.stringify(decodeDesign(code))).toBe(JSON.stringify(design))
    expect(outcomeOf(design, vectors.rates)).toEqual(expected)
  })

  it('refuses every broken code', () => {
    for (const code of vectors.brokenCodes) expect([code, decodeDesign(code)]).toEqual([code, null])
  })
})

describe('the ways out', () => {
  it.each(cases.filter(({ wayOut }) => wayOut !== undefined))('lead from "$name" to a design that can be built', ({ design, wayOut }) => {
    let now = design
    let steps = 0
    for (; steps < 80; steps++) {
      const [error] = outcomeOf(now, vectors.rates).checks.filter(({ level }) => level === 'error')
      if (error === undefined) break
      now = applyFix(now, error.fixes[0] ?? [])
    }
    expect([steps, encodeDesign(now)]).toEqual([wayOut?.steps, wayOut?.code])
  })
})

/** A generator of whole numbers below a limit: the same ones in each run. */
function seeded(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Any well-formed wardrobe; many cannot be built. */
function anyWardrobe(below: (limit: number) => number): Design {
  const one = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0]
  const front = one<FrontKind>(['hinged', 'hinged', 'sliding'])
  const handle = front === 'sliding' ? 'groove' : one(handles)
  const bay = () => {
    const doors = front === 'sliding' ? 0 : below(3)
    const style: DoorStyle = doors > 0 || front === 'sliding' ? one(styles) : 'plain'
    return { widthMm: one([0, 0, 0, 250 + below(600)]), doors, style, drawers: one([0, 0, below(7)]), rail: below(3), shelves: below(7) }
  }
  return {
    ...{ rules: 1, prices: 1 + below(16_383), family: 'wardrobe', niche: below(2) === 0 },
    ...{ widthMm: 500 + below(4000), heightMm: 1500 + below(1500), depthMm: 400 + below(400) },
    ...{
      base: one<Base>(['plinth', 'legs']),
      upperMm: one([0, 0, 350 + below(400)]),
      front,
      slides: front === 'sliding' ? 2 + below(3) : 0,
    },
    ...{ body: one(bodyFinishes), fronts: one(finishes), handle, metal: handle === 'bar' || handle === 'knob' ? one(metals) : 'black' },
    bays: Array.from({ length: 1 + below(6) }, bay),
  }
}
const wardrobes = (count: number, seed: number): Design[] => {
  const below = seeded(seed)
  return Array.from({ length: count }, () => anyWardrobe(below)).filter((design) => malformedFields(design).length === 0)
}

/** Follows the first ways out to a design that can be built. */
function repaired(design: Design): Design {
  let now = design
  for (let steps = 0; steps < 80; steps++) {
    const error = checkDesign(now).find(({ level }) => level === 'error')
    if (error === undefined) return now
    now = applyFix(now, error.fixes[0] ?? [])
    expect([encodeDesign(design), malformedFields(now)]).toEqual([encodeDesign(design), []])
  }
  throw new Error(`no way out of ${encodeDesign(design)}`)
}

describe('any wardrobe', () => {
  const designs = wardrobes(200, 20)

  it('is read back from its code, and a changed character never reads as another design', () => {
    const below = seeded(3)
    for (const design of designs) {
      const code = encodeDesign(design)
      expect(decodeDesign(code)).toEqual(design)
      const at = below(code.length)
      const changed = `${code.slice(0, at)}${code[at] === 'A' ? 'B' : 'A'}${code.slice(at + 1)}`
      expect([changed, decodeDesign(changed)]).toEqual([changed, null])
    }
  })

  it('becomes one that fills its outline by the first ways out, and its lines make its price', () => {
    for (const design of designs) {
      const built = evaluate(repaired(design))
      if (built.layout === null) throw new Error('not built')
      const price = priceOf(built.quantities, vectors.rates)
      const boxes = built.parts.flatMap((part) => part.boxes.map(({ box }) => box))
      const code = encodeDesign(built.design)
      const right = Math.max(...boxes.map(([x, , , dx]) => x + dx))
      const top = Math.max(...boxes.map(([, y, , , dy]) => y + dy))
      const front = Math.max(...boxes.map(([, , z, , , dz]) => z + dz))
      expect([code, right, top, front]).toEqual([code, built.design.widthMm, built.design.heightMm, built.design.depthMm])
      expect(built.parts.every((part) => cutLength(part) > 0 && cutWidth(part) > 0 && part.lengthMm <= longestPartMm)).toBe(true)
      expect(price?.exact).toBe(price?.lines.reduce((total, { amount }) => total + amount, 0))
      expect(price !== null && price.low <= price.total && price.total <= price.high).toBe(true)
    }
  })
})
