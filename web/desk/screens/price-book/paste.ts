import { pastedCells } from '@desk/lib/pasted'
import { groups, type CostCell } from './cells'

/** Pasted texts by cell, from a cost on to the end of its group. Of several columns the last one has the costs. */
export function pastedColumn(from: CostCell, text: string): (readonly [CostCell, string])[] {
  if (text.trim() === '') return []
  const costs = groups.find((group) => group.costs.includes(from))?.costs ?? []
  const start = costs.indexOf(from)
  return pastedCells(text).flatMap((line, down) => {
    const name = costs[start + down]
    const typed = line.at(-1)?.trim() ?? ''
    return name === undefined || typed === '' ? [] : [[name, typed] as const]
  })
}
