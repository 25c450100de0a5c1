import { priceBooks, type PriceBook, type PriceBookRow } from '@desk/api/price-books'
import { queryClient } from '@desk/api/query-client'

const rowOf = (book: PriceBook): PriceBookRow => {
  const { version, state, validFrom, publishedBy, publishedAt, changedBy, changedAt, recordVersion } = book
  return { version, state, validFrom, publishedBy, publishedAt, changedBy, changedAt, recordVersion }
}

const changeRows = (change: (rows: PriceBookRow[]) => PriceBookRow[]) =>
  queryClient.setQueryData<PriceBookRow[]>(priceBooks.list.queryKey, (rows) => (rows === undefined ? undefined : change(rows)))

/** Shows a saved book wherever it is read. */
export function keepBook(book: PriceBook): void {
  queryClient.setQueryData((book.state === 'draft' ? priceBooks.draft : priceBooks.published(book.version)).queryKey, book)
  changeRows((rows) =>
    [rowOf(book), ...rows.filter(({ version }) => version !== book.version)].sort((one, other) => other.version - one.version),
  )
}

/** Forgets the draft, which was published or discarded, and reads the books again. */
export function forgetDraft(published: PriceBook | null): void {
  if (published === null) changeRows((rows) => rows.filter(({ state }) => state !== 'draft'))
  else keepBook(published)
  queryClient.removeQueries({ queryKey: priceBooks.draft.queryKey })
  void queryClient.invalidateQueries({ queryKey: priceBooks.list.queryKey })
}
