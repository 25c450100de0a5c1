import { isCodeText, type DesignCode } from './code-text.ts'
import { malformedFields, type BayDesign, type Design } from './design.ts'
import { bases, familyNames, finishes, fronts, handles, metals, styles } from './tables.ts'
import { times } from './whole.ts'

export type { DesignCode }

const codeVersion = 1
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

interface BitField<Name> {
  name: Name
  bits: number
  /** Names by number; absent for numbers. */
  names?: readonly string[]
}
const header: readonly BitField<Exclude<keyof Design, 'bays'>>[] = [
  { name: 'rules', bits: 8 },
  { name: 'prices', bits: 14 },
  { name: 'family', bits: 4, names: familyNames },
  { name: 'niche', bits: 1 },
  { name: 'widthMm', bits: 13 },
  { name: 'heightMm', bits: 12 },
  { name: 'depthMm', bits: 10 },
  { name: 'base', bits: 2, names: bases },
  { name: 'upperMm', bits: 10 },
  { name: 'front', bits: 1, names: fronts },
  { name: 'slides', bits: 3 },
  { name: 'body', bits: 5, names: finishes },
  { name: 'fronts', bits: 5, names: finishes },
  { name: 'handle', bits: 3, names: handles },
  { name: 'metal', bits: 3, names: metals },
]
const bayFields: readonly BitField<keyof BayDesign>[] = [
  { name: 'widthMm', bits: 11 },
  { name: 'doors', bits: 2 },
  { name: 'style', bits: 2, names: styles },
  { name: 'drawers', bits: 3 },
  { name: 'rail', bits: 2 },
  { name: 'shelves', bits: 4 },
]

/** CRC-16/CCITT-FALSE. */
function checksum(bytes: readonly number[]): number {
  let register = 0xffff
  for (const byte of bytes) {
    register ^= byte << 8
    for (let bit = 0; bit < 8; bit++) register = (register & 0x8000 ? (register << 1) ^ 0x1021 : register << 1) & 0xffff
  }
  return register
}

/** Cuts numbers of `from` bits each into numbers of `to` bits; the rest is filled with zero bits, or dropped. */
function regroup(values: readonly number[], from: number, to: number, keepsRest: boolean): number[] {
  const out: number[] = []
  let rest = 0
  let held = 0
  for (const value of values) {
    rest = ((rest << from) | value) & 0xffff
    held += from
    while (held >= to) {
      held -= to
      out.push((rest >> held) & ((1 << to) - 1))
    }
  }
  if (keepsRest && held > 0) out.push((rest << (to - held)) & ((1 << to) - 1))
  return out
}

export function encodeDesign(design: Design): DesignCode {
  const bits: number[] = []
  const put = (value: number, count: number) => times(count, (index) => bits.push((value >> (count - 1 - index)) & 1))
  const putAll = <Name extends string>(fields: readonly BitField<Name>[], from: Record<Name, unknown>) => {
    for (const { name, bits: count, names } of fields)
      put(names === undefined ? Number(from[name]) : names.indexOf(String(from[name])), count)
  }
  put(codeVersion, 4)
  putAll(header, design)
  put(design.bays.length, 4)
  for (const bay of design.bays) putAll(bayFields, bay)
  const bytes = regroup(bits, 1, 8, true)
  const crc = checksum(bytes)
  const text = regroup([...bytes, crc >> 8, crc & 255], 8, 6, true)
  return text.map((value) => alphabet.charAt(value)).join('') as DesignCode
}

/** Returns the design of a code, or `null` for any text that `encodeDesign` does not write. */
export function decodeDesign(text: string): Design | null {
  if (!isCodeText(text)) return null
  const bytes = regroup(
    Array.from(text, (character) => alphabet.indexOf(character)),
    6,
    8,
    false,
  )
  const body = bytes.slice(0, -2)
  const [high = 0, low = 0] = bytes.slice(-2)
  if (checksum(body) !== ((high << 8) | low)) return null
  const bits = regroup(body, 8, 1, false)
  let position = 0
  const take = (count: number): number => {
    const value = bits.slice(position, position + count).reduce((number, bit) => number * 2 + bit, 0)
    position += count
    return value
  }
  const takeAll = (fields: readonly BitField<string>[]): Record<string, unknown> =>
    Object.fromEntries(
      fields.map(({ name, bits: count, names }) => {
        const value = take(count)
        return [name, name === 'niche' ? value === 1 : names === undefined ? value : names[value]]
      }),
    )
  if (take(4) !== codeVersion) return null
  const fields = takeAll(header)
  const count = take(4)
  if (position + count * 24 > bits.length) return null
  const design = { ...fields, bays: times(count, () => takeAll(bayFields)) } as unknown as Design
  return malformedFields(design).length === 0 && encodeDesign(design) === text ? design : null
}
