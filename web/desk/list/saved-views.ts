import { useTranslation } from 'react-i18next'
import { randomHex } from '@shared/random'
import { showToast } from '@shared/toasts'
import { useQuery } from '@shared/query/use-query'
import { call, query } from '@desk/api/client'
import { queryClient } from '@desk/api/query-client'
import type { SavedView } from '@desk/api/records'
import { useMay, useMe } from '@desk/api/session'
import { useChange } from '@desk/lib/use-change'

export type ViewScreen = 'quotes' | 'orders' | 'products' | 'customers' | 'activity'

const none: readonly SavedView[] = []

const keyOf = (screen: ViewScreen) => query('/desk/views/{screen}', { path: { screen } }).queryKey

function keep(screen: ViewScreen, id: string, view: SavedView | null): void {
  queryClient.setQueryData(keyOf(screen), (views: SavedView[] = []) => {
    const at = views.findIndex((other) => other.id === id)
    if (view === null) return views.filter((other) => other.id !== id)
    return at === -1 ? [...views, view] : views.with(at, view)
  })
}

/** A random UUID. Unlike `randomUUID`, available over plain HTTP. */
function newId(): string {
  const hex = randomHex(16)
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join('-')
}

/** A view as it is saved; without an id it is new. */
type ViewInput = Pick<SavedView, 'name' | 'filter' | 'columns' | 'isShared' | 'version'> & { id?: string }

/** The saved views of a list: own ones and those of everybody. */
export function useSavedViews(screen: ViewScreen) {
  const { t } = useTranslation()
  const me = useMe()
  const mayShare = useMay('views.share')
  const views = useQuery({ ...query('/desk/views/{screen}', { path: { screen } }), staleTime: 60_000 }).data ?? none
  /** Somebody saved it first: their view is shown, and saving again replaces it. */
  const onConflict = (present: unknown) => {
    const view = present as SavedView
    keep(screen, view.id, view)
    return t('VIEWS.STALE', { name: view.name })
  }
  const save = useChange({
    send: ({ id = newId(), ...body }: ViewInput) => call('PUT', '/desk/views/{screen}/{id}', { path: { screen, id }, body }),
    onDone: (view) => keep(screen, view.id, view),
    onConflict,
  })
  const remove = useChange({
    send: ({ id, version }: SavedView) => call('DELETE', '/desk/views/{screen}/{id}', { path: { screen, id }, query: { version } }),
    onDone: (_, view) => {
      keep(screen, view.id, null)
      showToast({
        tone: 'done',
        text: t('VIEWS.REMOVED', { name: view.name }),
        action: { label: t('COMMON.UNDO'), run: () => save.mutate({ ...view, version: 0 }) },
      })
    },
    onConflict,
  })
  return {
    views,
    mayShare,
    mayChange: ({ isShared, owner }: SavedView) => (isShared ? mayShare : owner?.id === me.id),
    save,
    remove,
  }
}
