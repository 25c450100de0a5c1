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

const threeNumbersInText =
  /(?:^|[^\d.,])(\d+(?:[.,]\d+)?)\s*[×xх*]\s*(\d+(?:[.,]\d+)?)\s*[×xх*]\s*(\d+(?:[.,]\d+)?)\s*(sm|см|cm|mm|мм)(?!\p{L})/iu

/** Finds `150 × 60 × 210 cm` in a text that somebody typed; `null` where it has no such box. */
export function findDimensions(text: string): Dimensions | null {
  const [, width, depth, height, unit] = threeNumbersInText.exec(text) ?? []
  if (width === undefined || depth === undefined || height === undefined || unit === undefined) return null
  const isBox = [width, depth, height].every((side) => Number(side.replace(',', '.')) > 0)
  return isBox ? { width, depth, height, unit } : null
}

/** Splits `Drawer: 69 × 52 × 36 cm` at the first colon; without a colon, the value is empty. */
export function splitMeasurement(line: string): { name: string; value: string } {
  const at = line.indexOf(':')
  return at === -1 ? { name: line, value: '' } : { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }
}
