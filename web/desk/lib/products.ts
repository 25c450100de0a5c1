import { keepPreviousData } from '@tanstack/react-query'
import type { Schemas } from '@shared/api/contract'
import type { Language } from '@shared/language'
import type { TextKey } from '@shared/text-key'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import { queryClient, reload } from '@desk/api/query-client'
import type { DeskProduct, ProductRow } from '@desk/api/records'
import type { ProductReason, StockLevel } from '@desk/api/words'

export type FoundProduct = Schemas['Product']

const searchLimit = 20

/** Products of the shop's public search. */
export const useProducts = (term: string) =>
  useQuery({
    ...query('/products/search', { query: { searchTerm: term, page: 1, limit: searchLimit } }),
    enabled: term.length >= 2,
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  })

type Named = Pick<ProductRow, 'nameAz' | 'nameRu' | 'nameEn'>

export const foundName = ({ nameAz, nameRu, nameEn }: Named, language: Language): string =>
  ({ az: nameAz, ru: nameRu, en: nameEn })[language]

/** The name of a product in a language; where it is missing, the one that the shop shows in its place, else the code. */
export const productName = (product: Named & Pick<ProductRow, 'code'>, language: Language): string =>
  foundName(product, language) || product.nameAz || product.code

/** Path of a product below `/desk`. */
export const productPath = (code: string) => `/products/${code}`

/** Codes have capital letters only; a path takes them in any case. */
export const normalizeCode = (typed: string): string => typed.trim().toUpperCase()

/** Why a product is not in the shop. */
export const reasonTexts = {
  hidden: 'PRODUCT.REASON_HIDDEN',
  noPrice: 'PRODUCT.REASON_NO_PRICE',
  noPicture: 'PRODUCT.REASON_NO_PICTURE',
  nameMissing: 'PRODUCT.REASON_NAME',
  notYet: 'PRODUCT.REASON_NOT_YET',
  ended: 'PRODUCT.REASON_ENDED',
  notIndexedYet: 'PRODUCT.REASON_INDEX',
} as const satisfies Record<ProductReason, TextKey>

export const stockLevelTexts = {
  in: 'PRODUCTS.STOCK_IN',
  out: 'PRODUCTS.STOCK_OUT',
  low: 'PRODUCTS.STOCK_LOW',
  madeToOrder: 'QUOTE.MADE_TO_ORDER',
  runningOut: 'PRODUCTS.STOCK_RUNNING_OUT',
} as const satisfies Record<StockLevel, TextKey>

/** The categories of the contract, which are fixed. */
export const categories = [
  { id: 1, text: 'CATEGORIES.WARDROBES' },
  { id: 2, text: 'CATEGORIES.KITCHENS' },
  { id: 3, text: 'CATEGORIES.FURNITURE' },
] as const satisfies readonly { id: number; text: TextKey }[]

/** The name of a category; undefined for one that the desk does not know. */
export const categoryText = (id: number): TextKey | undefined => categories.find((category) => category.id === id)?.text

/** Whether few enough pieces are left to order more. */
export const isLow = ({ stockQuantity, reorderAt }: Pick<ProductRow, 'stockQuantity' | 'reorderAt'>): boolean =>
  stockQuantity !== null && reorderAt !== null && stockQuantity <= reorderAt

export const useProduct = (code: string) => useQuery(query('/desk/products/{code}', { path: { code } }))

/** Shows a changed product, and reads the lists that have it again. */
export function keepProduct(product: DeskProduct): void {
  queryClient.setQueryData(query('/desk/products/{code}', { path: { code: product.code } }).queryKey, product)
  void reload('/desk/products')
}
