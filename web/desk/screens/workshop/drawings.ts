import { decodeDesign } from '@shared/rules/code'

/** A drawing of the workshop's papers. */
export type PaperView = 'front' | 'inside' | 'plan' | 'section'

/** Address of a drawing in millimetres, black on white; it depends on the code, the view and the bay of a section alone. */
export const paperDrawing = (code: string, paper: PaperView, bay?: number): string =>
  `/images/designs/${encodeURIComponent(code)}.svg?paper=${paper}${bay === undefined ? '' : `&bay=${String(bay)}`}`

/** The numbers of the bays whose sections are equal, in the order of the bays; none of a code that cannot be read. */
export function sectionsOf(code: string): [number, ...number[]][] {
  const sections = new Map<string, [number, ...number[]]>()
  decodeDesign(code)?.bays.forEach(({ doors, style, drawers, rail, shelves }, index) => {
    // Neither the width of a bay nor the side of its hinges is seen from the side.
    const key = [doors > 0, style, drawers, rail, shelves].join(' ')
    const equal = sections.get(key)
    if (equal === undefined) sections.set(key, [index + 1])
    else equal.push(index + 1)
  })
  return [...sections.values()]
}
