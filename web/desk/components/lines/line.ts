import { randomHex } from '@shared/random'
import type { Qepik } from '@shared/price'
import type { LineCatalog, LineInput } from '@desk/api/records'
import { parseAmount } from '@shared/forms/amount'
import { parseWhole } from '@shared/forms/whole'

/** The design that name, detail and price of a line come from. */
export interface LineDesign {
  code: string
  /** Of a line that was not saved yet: number of the quote's piece. */
  itemId?: number
}

/** A line as it is typed. */
export interface LineDraft {
  /** Stays the same while the line moves; ids come from the service. */
  key: string
  id: string | null
  productId: number | null
  code: string | null
  imageUrl: string | null
  catalog: LineCatalog | null
  name: string
  detail: string
  quantity: string
  listPrice: string
  discount: string
  /** Whether it is made for the customer; undefined outside of offers. */
  isMadeToOrder?: boolean
  /** Whether its price is the catalogue's for another size, which nobody has checked. */
  isPriceToCheck?: boolean
  /** Undefined outside of offers. */
  design?: LineDesign | null
  /** Whether the next save takes its design off. */
  isDetached?: boolean
}

/** Most lines of an offer or an order. */
export const maxLines = 100

export const freeLine = (): LineDraft => ({
  key: randomHex(8),
  id: null,
  productId: null,
  code: null,
  imageUrl: null,
  catalog: null,
  name: '',
  detail: '',
  quantity: '1',
  listPrice: '',
  discount: '0',
})

/** The same line once more, as a new one. */
export const copyOfLine = (line: LineDraft): LineDraft => ({ ...line, key: randomHex(8), id: null, isDetached: false })

/** Whether name, detail and price come from a design. */
export const isDesigned = ({ design }: LineDraft): boolean => design !== undefined && design !== null

/** Part of a save about a line's design: where a new line takes it from, and that a saved one loses it. */
function designInput({ id, design, isDetached = false }: LineDraft): Pick<LineInput, 'itemId' | 'designCode' | 'detach'> {
  if (id !== null) return isDetached ? { detach: true } : {}
  if (design === undefined || design === null) return {}
  return design.itemId === undefined ? { designCode: design.code } : { itemId: design.itemId }
}

/** One shape for saved and typed lines, so that equal ones are equal as JSON. */
export const lineInput = (line: LineInput): LineInput => ({
  ...(line.id !== undefined && { id: line.id }),
  ...(line.itemId !== undefined && { itemId: line.itemId }),
  ...(line.designCode !== undefined && { designCode: line.designCode }),
  ...(line.detach !== undefined && { detach: line.detach }),
  productId: line.productId,
  name: line.name,
  detail: line.detail,
  imageUrl: line.imageUrl,
  quantity: line.quantity,
  listPrice: line.listPrice,
  discount: line.discount,
})

interface Numbers {
  quantity: number | null
  listPrice: Qepik | null
  discount: number | null
}

/** The numbers of a typed line; null where one cannot be read. */
export const numbersOf = (line: LineDraft): Numbers => ({
  quantity: parseWhole(line.quantity, 1, 99),
  listPrice: parseAmount(line.listPrice),
  discount: line.discount.trim() === '' ? 0 : parseWhole(line.discount, 0, 99),
})

/** Error keys by field; those of lines are named `key.field`. */
export type Errors = Readonly<Record<string, string>>

/** Reads typed lines, and adds what is wrong with them to `errors`; lines that cannot be read are missing. */
export function checkLines(lines: readonly LineDraft[], errors: Record<string, string>): LineInput[] {
  return lines.flatMap((line): LineInput[] => {
    const { quantity, listPrice, discount } = numbersOf(line)
    const name = line.name.trim()
    if (name === '') errors[`${line.key}.name`] = 'FIELD.REQUIRED'
    if (quantity === null) errors[`${line.key}.quantity`] = 'FIELD.INVALID'
    if (listPrice === null) errors[`${line.key}.listPrice`] = line.listPrice.trim() === '' ? 'FIELD.REQUIRED' : 'FIELD.INVALID'
    if (discount === null) errors[`${line.key}.discount`] = 'FIELD.INVALID'
    if (quantity === null || listPrice === null || discount === null) return []
    const { id, productId, imageUrl } = line
    return [
      lineInput({
        ...(id !== null && { id }),
        ...designInput(line),
        productId,
        imageUrl,
        name,
        detail: line.detail.trim(),
        quantity,
        listPrice: listPrice / 100,
        discount,
      }),
    ]
  })
}

/** The refusals of the service by the names of the form; those of a line by its key. */
export const refusedFields = (lines: readonly LineDraft[], refusals: Readonly<Record<string, string>>): Errors =>
  Object.fromEntries(
    Object.entries(refusals).map(([path, key]) => {
      const [, at, field = 'line'] = /^lines\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? []
      const line = at === undefined ? undefined : lines[Number(at)]
      return [line === undefined ? path : `${line.key}.${field}`, key] as const
    }),
  )
