import type { TFunction } from 'i18next'
import type { StockMove } from '@desk/api/records'
import type { StockReason } from '@desk/api/words'
import type { TextKey } from '@shared/text-key'

export const stockReasonTexts = {
  received: 'STOCK.RECEIVED',
  issued: 'STOCK.ISSUED',
  counted: 'STOCK.COUNTED',
  damaged: 'STOCK.DAMAGED',
  order: 'STOCK.ORDER',
  returned: 'STOCK.RETURNED',
  set: 'STOCK.SET',
} as const satisfies Record<StockReason, TextKey>

/** A difference with its sign. */
export const signed = (delta: number): string => (delta < 0 ? `−${String(-delta)}` : `+${String(delta)}`)

/** Why the pieces came or went: the reason, the order and the words of who wrote it. */
export const moveText = (t: TFunction, { reason, orderNumber, text, actor }: StockMove): string =>
  [t(stockReasonTexts[reason]), orderNumber ?? '', text, actor?.name ?? ''].filter((part) => part !== '').join(', ')
