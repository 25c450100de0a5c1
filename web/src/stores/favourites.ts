import i18next from 'i18next'
import { create } from 'zustand'
import { answer, api } from '@/lib/api/client'
import { goToLogin } from '@/lib/login'
import { ensureSession } from './session'
import { showToast } from './toasts'

const storageKey = 'favorites'

interface FavouritesState {
  ids: readonly number[]
  /** Products whose change is on its way. */
  pending: readonly number[]
}

function read(): number[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(value) ? value.filter((id): id is number => Number.isInteger(id)) : []
  } catch {
    return []
  }
}

function keep(ids: readonly number[]): void {
  useFavourites.setState({ ids })
  try {
    localStorage.setItem(storageKey, JSON.stringify(ids))
  } catch {
    // Without storage the hearts are right until the page is left.
  }
}

export const useFavourites = create<FavouritesState>(() => ({ ids: read(), pending: [] }))

/** Adds or removes a product in the wishlist; the list here changes only when the server has said so. */
export async function toggleFavourite(productId: number): Promise<void> {
  if (useFavourites.getState().pending.includes(productId)) return
  useFavourites.setState(({ pending }) => ({ pending: [...pending, productId] }))
  try {
    if (!(await ensureSession())) {
      goToLogin()
      return
    }
    const address = { params: { path: { productId } } }
    const { ids } = useFavourites.getState()
    if (ids.includes(productId)) {
      await answer(api.DELETE('/api/v1.0/account/wishlist/{productId}', address))
      keep(useFavourites.getState().ids.filter((id) => id !== productId))
    } else {
      await answer(api.POST('/api/v1.0/account/wishlist/{productId}', address))
      keep([...useFavourites.getState().ids, productId])
    }
  } catch {
    showToast({ tone: 'error', text: i18next.t('FAVOURITE.FAILED') })
  } finally {
    useFavourites.setState(({ pending }) => ({ pending: pending.filter((id) => id !== productId) }))
  }
}

/** Takes over what the server has, after signing in or from the wishlist screen. */
export function setFavourites(productIds: readonly number[]): void {
  keep([...productIds])
}

/** On signing out nothing of the visitor stays behind. */
export function clearFavourites(): void {
  keep([])
}
