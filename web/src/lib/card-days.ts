import type { ComponentType } from 'react'
import { create } from 'zustand'
import type { Product } from '@/lib/api/types'

/** Shows in a card when its product is delivered or ready; null until the code has loaded, after the first view. */
export const useCardDays = create<{ Days: ComponentType<{ product: Product }> | null }>(() => ({ Days: null }))
