import { keepPreviousData } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { languages, type Language } from '@shared/language'
import type { TextKey } from '@shared/text-key'
import { useInfiniteQuery, useQuery } from '@shared/query/use-query'
import { pages, query } from '@desk/api/client'
import { queryClient, reload } from '@desk/api/query-client'
import type { Import } from '@desk/api/records'
import { importResults, type ImportField, type ImportResult, type ImportSource, type ImportState } from '@desk/api/words'
import type { StatusView } from '@desk/components/Parts'
import { fieldLabel, textField, textNames } from './product-fields'

/** How often an import is read again while the service works on it, in milliseconds. The browser rests while the tab is hidden. */
const pollMs = 2_000

const rowsOfPage = 50

export const importsPath = '/products/imports'

export const importPath = (id: string) => `${importsPath}/${id}`

export const importStateViews = {
  mapping: { text: 'IMPORT.STATE_MAPPING', tone: 'amber', isFilled: false },
  checking: { text: 'IMPORT.STATE_CHECKING', tone: 'ink', isFilled: false },
  ready: { text: 'IMPORT.STATE_READY', tone: 'amber', isFilled: false },
  applying: { text: 'IMPORT.STATE_APPLYING', tone: 'ink', isFilled: false },
  applied: { text: 'IMPORT.STATE_APPLIED', tone: 'emerald', isFilled: true },
  failed: { text: 'IMPORT.STATE_FAILED', tone: 'ruby', isFilled: true },
  undoing: { text: 'IMPORT.STATE_UNDOING', tone: 'ink', isFilled: false },
  undone: { text: 'IMPORT.STATE_UNDONE', tone: 'grey', isFilled: true },
} as const satisfies Record<ImportState, StatusView>

export const importSourceTexts = {
  own: 'IMPORT.SOURCE_OWN',
  shopify: 'IMPORT.SOURCE_SHOPIFY',
  woocommerce: 'IMPORT.SOURCE_WOOCOMMERCE',
  other: 'IMPORT.SOURCE_OTHER',
} as const satisfies Record<ImportSource, TextKey>

/** Rows by their result, those of which an undo kept something, and those of which a picture could not be fetched. */
export const importTabs = [...importResults, 'kept', 'pictures'] as const
type ImportTab = (typeof importTabs)[number]

export const importTabTexts = {
  new: 'IMPORT.RESULT_NEW',
  changed: 'IMPORT.RESULT_CHANGED',
  unchanged: 'IMPORT.RESULT_UNCHANGED',
  refused: 'IMPORT.RESULT_REFUSED',
  kept: 'IMPORT.RESULT_KEPT',
  pictures: 'IMPORT.RESULT_PICTURES',
} as const satisfies Record<ImportTab, TextKey>

/** Planned and applied changes of the products of a file. */
const outcomeTexts = {
  ready: { new: 'IMPORT.WILL_NEW', changed: 'IMPORT.WILL_CHANGED', unchanged: 'IMPORT.WILL_UNCHANGED', refused: 'IMPORT.WILL_REFUSED' },
  applied: { new: 'IMPORT.DID_NEW', changed: 'IMPORT.DID_CHANGED', unchanged: 'IMPORT.DID_UNCHANGED', refused: 'IMPORT.DID_REFUSED' },
} as const satisfies Record<string, Record<ImportResult, TextKey>>

type Counts = Readonly<Record<ImportResult, number>>

/** Sentence about an import with its counts, except zeros. */
export function outcomeText(t: TFunction, language: Language, counts: Counts, time: keyof typeof outcomeTexts): string {
  const parts = Object.entries(outcomeTexts[time])
    .map(([result, text]) => ({ text, count: counts[result as ImportResult] }))
    .filter(({ count }) => count > 0)
    .map(({ text, count }) => t(text, { count }))
  if (parts.length === 0) return ''
  const [first = '', ...rest] = new Intl.ListFormat(language).format(parts)
  return `${first.toLocaleUpperCase(language)}${rest.join('')}.`
}

const moving: readonly ImportState[] = ['checking', 'applying', 'undoing']

/** Whether the service works on an import. */
export const isMoving = ({ state }: Pick<Import, 'state'>): boolean => moving.includes(state)

/** Whether pictures of an applied import are still fetched. */
export const isFetching = ({ state, pictures }: Pick<Import, 'state' | 'pictures'>): boolean =>
  state === 'applied' && pictures !== null && pictures.waiting > 0

/** The imports of the last 30 days, newest first. */
export const useImports = () =>
  useInfiniteQuery({
    ...pages('/desk/products/imports', { query: { limit: rowsOfPage } }),
    refetchInterval: ({ state }) => (state.data?.pages.some(({ data }) => data.some(isMoving)) === true ? pollMs : false),
  })

export const useImport = (id: string) =>
  useQuery({
    ...query('/desk/products/imports/{id}', { path: { id } }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && (isMoving(data) || isFetching(data)) ? pollMs : false),
  })

/** The rows of an import with one result. Each step of the import makes them anew, so that none are kept in memory. */
export const useImportRows = (id: string, tab: ImportTab) =>
  useInfiniteQuery({
    ...pages('/desk/products/imports/{id}/rows', {
      path: { id },
      query: { ...(tab === 'kept' ? { kept: true } : tab === 'pictures' ? { failedPictures: true } : { result: tab }), limit: rowsOfPage },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })

/** Shows an import as it is now. */
export function keepImport(next: Import): void {
  queryClient.setQueryData(query('/desk/products/imports/{id}', { path: { id: next.id } }).queryKey, next)
  void reload('/desk/products/imports')
}

/** The largest file that the service takes, in bytes. */
const maxBytes = 20 * 1024 * 1024

/** Why a file cannot be imported, before it is sent; null where it may be. The service looks at its content, too. */
export function fileProblem({ name, size }: Pick<File, 'name' | 'size'>): TextKey | null {
  if (/\.xls$/i.test(name)) return 'IMPORT.FILE_XLS'
  if (!/\.(csv|tsv|txt|xlsx)$/i.test(name)) return 'IMPORT.FILE_TYPE'
  if (size === 0) return 'IMPORT.FILE_EMPTY'
  return size > maxBytes ? 'IMPORT.FILE_TOO_LARGE' : null
}

/** Targets of a file's column, in the order of a choice. */
export const importFieldGroups = [
  { text: 'IMPORT.GROUP_PRODUCT', fields: ['code', 'categoryId', 'isActive', 'showAt', 'hideAt', 'colors', 'images', 'weightGrams'] },
  { text: 'IMPORT.GROUP_PRICE', fields: ['price', 'discount', 'salePrice', 'stockQuantity', 'reorderAt', 'isMadeToOrder'] },
  { text: 'IMPORT.GROUP_TEXTS', fields: textNames.flatMap((name) => languages.map((language) => textField(name, language))) },
  { text: 'IMPORT.GROUP_VARIANTS', fields: ['parent', 'optionName', 'optionValue'] },
] as const satisfies readonly { text: TextKey; fields: readonly ImportField[] }[]

/** Fields that several columns of a file may be. */
export const repeatedFields: readonly string[] = ['images', 'colors', 'optionName', 'optionValue'] satisfies readonly ImportField[]

/** Names of fields that an editor of a product does not have. */
const ownLabels = {
  code: 'PRODUCTS.CODE',
  salePrice: 'IMPORT.SALE_PRICE',
  stockQuantity: 'PRODUCT.STOCK',
  parent: 'IMPORT.PARENT',
  optionName: 'IMPORT.OPTION_NAME',
  optionValue: 'IMPORT.OPTION_VALUE',
} satisfies Partial<Record<ImportField, TextKey>> as Readonly<Record<string, TextKey | undefined>>

/** The name of a field of a file. */
export function importFieldLabel(t: TFunction, field: string): string {
  const text = ownLabels[field]
  return text === undefined ? fieldLabel(t, field) : t(text)
}
