import type { Schemas } from '@shared/api/contract'
import { call, query } from './client'
import { download, upload } from './files'

// Price books of designs. Money in AZN; rates in thousandths of a qəpik.

export type PriceBookState = Schemas['PriceBookState']
export type PriceBookRow = Schemas['PriceBookRow']
export type PriceBook = Schemas['PriceBook']
export type Rates = Schemas['Rates']
export type PriceEffect = Schemas['PriceBookEffect']
export type PriceChange = Schemas['PriceBookChange']
/** Differences between a file and the draft, and the cells of the file that cannot be read. */
export type PriceBookImport = Schemas['PriceBookImport']
/** Changed cells by name, in the units of the contract. */
export type SentCells = Omit<Schemas['UpdatePriceBook'], 'recordVersion'>

interface Context {
  signal: AbortSignal
}

const effectPath = '/desk/price-books/draft/effect'

export const priceBooks = {
  list: query('/desk/price-books'),
  draft: query('/desk/price-books/draft'),
  published: (version: number) => query('/desk/price-books/{version}', { path: { version: String(version) } }),
  /** The prices of the last designs under a version of the draft's record, against those under a published book. */
  effect: (recordVersion: number, against: number, last: number) => ({
    queryKey: [effectPath, { recordVersion, against, last }],
    queryFn: ({ signal }: Context) => call('POST', effectPath, { body: { against, last }, signal }),
  }),
  create: (copyFrom: number, key: string) => call('POST', '/desk/price-books', { body: { copyFrom }, key }),
  change: (recordVersion: number, cells: SentCells) => call('PATCH', '/desk/price-books/draft', { body: { ...cells, recordVersion } }),
  publish: (body: Schemas['PublishPriceBook'], key: string) => call('POST', '/desk/price-books/draft/publish', { body, key }),
  discard: (version: number) => call('DELETE', '/desk/price-books/draft', { query: { version } }),
  /** Saves the file of a book; its costs ask for the code. */
  download: (version: number) => download(`/desk/price-books/${String(version)}.csv`, {}, `price-book-${String(version)}.csv`),
  /** Reads a file of costs into the draft over a version of its record; with `dryRun`, only compares them. */
  sendFile: ({ file, dryRun, recordVersion, key, signal }: SentFile) =>
    upload('/desk/price-books/draft/csv', {
      file,
      key,
      query: { dryRun: String(dryRun), recordVersion: String(recordVersion) },
      onProgress: () => undefined,
      signal,
    }) as Promise<PriceBookImport>,
}

interface SentFile {
  file: File
  dryRun: boolean
  recordVersion: number
  key: string
  signal: AbortSignal
}
