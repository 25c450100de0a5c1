import type { Check } from './check.ts'
import { checkDesign, isBuildable } from './checks.ts'
import type { Design } from './design.ts'
import { layoutOf, type Layout } from './layout.ts'
import { oncePerDesign } from './once.ts'
import { derive, type Derived } from './parts.ts'
import { quantitiesOf, type Quantities } from './price.ts'

/** A design that can be built, with all that follows from it. */
export interface Built extends Derived {
  design: Design
  /** Notes only. */
  checks: readonly Check[]
  layout: Layout
  quantities: Quantities
}

/** A design that cannot be built: its checks have an error. */
export interface Unbuildable {
  design: Design
  checks: readonly Check[]
  layout: null
}

export type Evaluation = Built | Unbuildable

/** Returns everything that follows from a well-formed design. */
export const evaluate = oncePerDesign((design): Evaluation => {
  const checks = checkDesign(design)
  const layout = isBuildable(checks) ? layoutOf(design) : null
  if (layout === null) return { design, checks, layout }
  const derived = derive(design, layout)
  return { ...derived, design, checks, layout, quantities: quantitiesOf(derived, layout) }
})
