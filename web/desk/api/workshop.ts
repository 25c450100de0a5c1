import type { Answer } from '@shared/api/contract'
import { query } from './client'
import { download } from './files'
import type { DeskPaths } from './records'

// Papers and files of the workshop. Lengths in whole millimetres; no prices, no contacts.

export type WorkshopSheet = Answer<DeskPaths, 'GET', '/desk/orders/{number}/workshop'>
type AnyItem = WorkshopSheet['items'][number]
/** A designed piece whose design the rules can build. */
export type WorkshopItem = AnyItem & { [Name in 'outline' | 'massG' | 'rules' | 'prices']: NonNullable<AnyItem[Name]> }
export type WorkshopPart = WorkshopItem['parts'][number]
export type CutSheet = WorkshopSheet['sheets'][number]
export type WorkshopLabel = Answer<DeskPaths, 'GET', '/desk/orders/{number}/workshop/labels'>[number]

export const isReadable = (item: AnyItem): item is WorkshopItem =>
  item.isReadable && item.outline !== null && item.massG !== null && item.rules !== null && item.prices !== null

/** Program, or people, that read a cut list as CSV. */
export type CsvReader = 'people' | 'opticutter' | 'cutlist'

export const workshop = {
  sheet: (number: string) => query('/desk/orders/{number}/workshop', { path: { number } }),
  labels: (number: string) => query('/desk/orders/{number}/workshop/labels', { path: { number } }),
  /** Saves the cut list of all pieces. */
  downloadCuts: (number: string, reader: CsvReader) =>
    download(`/desk/orders/${encodeURIComponent(number)}/workshop/cuts.csv`, { for: reader }, `${number}-${reader}.csv`),
  /** Saves a drawing for each row of the cut list. */
  downloadParts: (number: string) => download(`/desk/orders/${encodeURIComponent(number)}/workshop/parts.zip`, {}, `${number}-parts.zip`),
}
