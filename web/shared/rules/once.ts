import type { Design } from './design.ts'

/** Returns a function that computes its result once for each design: designs do not change, and several parts ask for the same. */
export function oncePerDesign<Result>(compute: (design: Design) => Result): (design: Design) => Result {
  const results = new WeakMap<Design, { result: Result }>()
  return (design) => {
    let known = results.get(design)
    if (known === undefined) {
      known = { result: compute(design) }
      results.set(design, known)
    }
    return known.result
  }
}
