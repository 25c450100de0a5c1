import type { ComponentType } from 'react'
import { create } from 'zustand'
import type { Product } from '@/lib/api/types'

interface CardFitProps {
  product: Product
  /** Whether something stands in the lower right corner of the picture. */
  corner: boolean
}

interface NicheNoteProps {
  product: Product
  quantity: number
  /** Slug of the palette; null if none was chosen. */
  color: string | null
}

/** A range of widths in centimetres; null is no bound. */
export interface Widths {
  minWidth: number | null
  maxWidth: number | null
}

export interface NicheLineProps {
  filter: Widths
  /** The products of the page; undefined while they load. */
  products: readonly Product[] | undefined
  onChange: (widths: Widths) => void
}

interface LaterView {
  /** Says in a card by when its product is delivered or ready. */
  Days: ComponentType<{ product: Product }> | null
  /** Says in a card whether its product fits; null without a niche, too. */
  Fit: ComponentType<CardFitProps> | null
  /** Asks for the niche above a list, and says how many products fit. */
  Line: ComponentType<NicheLineProps> | null
  /** Asks for the niche beside a product, and says whether it fits. */
  Note: ComponentType<NicheNoteProps> | null
}

/** Components of cards, lists and products whose code loads after the first view; null until then. */
export const useLaterView = create<LaterView>(() => ({ Days: null, Fit: null, Line: null, Note: null }))
