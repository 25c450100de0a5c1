import { lazy, type ComponentType } from 'react'
import { pages } from 'virtual:pages'
import { splitLanguage } from '@shared/language'
import type { TextKey } from '@shared/text-key'

interface ScreenModule {
  default: ComponentType
  /** Loads what the screen would suspend for. */
  prepare?: () => Promise<unknown>
}

export interface AppRoute {
  path: string
  load: () => Promise<ScreenModule>
  /** Suspends until its code is loaded. */
  Screen: ComponentType
  /** Empty where the title comes from the data. */
  title: TextKey | ''
  /** Sentence below the title while the screen's code loads. */
  lead: TextKey | undefined
}

/** Every screen inside the layout, without the language prefix. Any other path is the 404 screen. */
const routes: readonly AppRoute[] = pages.map(([path, load, title, lead]) => ({
  path,
  load,
  Screen: lazy(load),
  title,
  lead,
}))

/** Whether a screen has a header of its own, and no layout. */
export const isBarePath = (path: string): boolean => path === '/offer' || path === '/order' || path === '/conversation'

/** Whether a path matches a pattern: the same number of segments, each equal or a parameter. */
function matches(pattern: string, path: string): boolean {
  const segments = pattern.split('/')
  const given = path.split('/')
  return segments.length === given.length && segments.every((part, index) => part.startsWith(':') || part === given[index])
}

/** Ids in paths are positive integers; any other id is a 404. */
const malformedId = /^\/(?:shop|projects)\/(?![1-9]\d{0,9}$|category(?:\/|$))./

export function findRoute(path: string): AppRoute | undefined {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
  if (malformedId.test(trimmed)) return undefined
  return routes.find((candidate) => matches(candidate.path, trimmed))
}

/** Loads the code of a path's screen. With `waits`, the screen then renders without suspending. */
export async function loadScreen(pathname: string, waits: boolean): Promise<void> {
  const route = findRoute(splitLanguage(pathname).rest)
  if (route === undefined) return
  try {
    const { default: Screen, prepare } = await route.load()
    if (waits) {
      await prepare?.()
      route.Screen = Screen
    }
  } catch {
    // The lazy screen loads again and shows the error.
  }
}

/** Path of a product, whose code loads before the visitor asks for it. */
const anyProduct = '/shop/1'

/** Loads the code of the product's screen, so that a click on a card shows it at once. */
export function preloadProductScreen(): void {
  void loadScreen(anyProduct, true)
}
