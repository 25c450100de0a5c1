import type { Measures } from '@shared/measures'

export interface Dimensions {
  width: string
  depth: string
  height: string
  /** As in the text: sm, см, cm. */
  unit: string
}

const threeNumbers = /^(\d+(?:[.,]\d+)?)\s*[×x]\s*(\d+(?:[.,]\d+)?)\s*[×x]\s*(\d+(?:[.,]\d+)?)\s*(\p{L}+)$/u

/** Parses `150 × 60 × 210 cm` as width, depth and height; `null` for any other text. */
export function parseDimensions(text: string): Dimensions | null {
  const [, width, depth, height, unit] = threeNumbers.exec(text.trim()) ?? []
  if (width === undefined || depth === undefined || height === undefined || unit === undefined) return null
  return { width, depth, height, unit }
}

/** The sides in millimetres. */
export function measuresOf({ width, depth, height, unit }: Dimensions): Measures {
  const scale = /^(mm|мм)$/i.test(unit) ? 1 : 10
  const millimetres = (side: string) => Number(side.replace(',', '.')) * scale
  return { widthMm: millimetres(width), depthMm: millimetres(depth), heightMm: millimetres(height) }
}

/** Splits `Drawer: 69 × 52 × 36 cm` at the first colon; without a colon, the value is empty. */
export function splitMeasurement(line: string): { name: string; value: string } {
  const at = line.indexOf(':')
  return at === -1 ? { name: line, value: '' } : { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }
}
