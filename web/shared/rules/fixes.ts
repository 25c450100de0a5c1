import type { BayDesign, Design } from './design.ts'

/** One step of a way out. Paths are those of the design's JSON: `heightMm`, `bays[2].shelves`. */
export type Step =
  | { op: 'set'; path: string; value: string | number }
  /** Makes two free bays of one. */
  | { op: 'split'; at: number }
  | { op: 'remove'; at: number }
export type Fix = readonly Step[]

export const set = (path: Exclude<keyof Design, 'bays'>, value: string | number): Step => ({ op: 'set', path, value })
export const setBay = (bay: number, name: keyof BayDesign, value: string | number): Step => ({
  op: 'set',
  path: `bays[${bay}].${name}`,
  value,
})
export const split = (at: number): Step => ({ op: 'split', at })
export const remove = (at: number): Step => ({ op: 'remove', at })

/** The bay and the field of a path: `null` and the path itself outside the bays. */
export function readPath(path: string): { bay: number | null; name: string } {
  const [, bay, name] = /^bays\[(\d+)\]\.(\w+)$/.exec(path) ?? []
  return bay === undefined || name === undefined ? { bay: null, name: path } : { bay: Number(bay), name }
}

function take(design: Design, step: Step): Design {
  const { bays } = design
  if (step.op === 'remove') return { ...design, bays: bays.filter((_, index) => index !== step.at) }
  if (step.op === 'split') {
    return {
      ...design,
      bays: bays.flatMap((bay, index) =>
        index === step.at
          ? [
              { ...bay, widthMm: 0 },
              { ...bay, widthMm: 0 },
            ]
          : [bay],
      ),
    }
  }
  const { bay: at, name } = readPath(step.path)
  if (at === null) return { ...design, [name]: step.value }
  return { ...design, bays: bays.map((bay, index) => (index === at ? { ...bay, [name]: step.value } : bay)) }
}

/** Returns the design after all steps of a way out. */
export const applyFix = (design: Design, fix: Fix): Design => fix.reduce(take, design)
