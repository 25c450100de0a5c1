import { bayParts } from './bay-parts.ts'
import { carcassParts } from './carcass-parts.ts'
import { Derivation, type Door, type Mark, type Part } from './derivation.ts'
import type { Design } from './design.ts'
import type { Layout } from './layout.ts'

export interface Derived {
  parts: readonly Part[]
  fittings: Readonly<Record<string, number>>
  doors: readonly Door[]
  marks: readonly Mark[]
}

/** Derives the parts of a design that can be built. */
export function derive(design: Design, layout: Layout): Derived {
  const into = new Derivation()
  carcassParts(design, layout, into)
  bayParts(design, layout, into)
  return { parts: into.parts(), fittings: into.fittings, doors: into.doors, marks: into.marks }
}
