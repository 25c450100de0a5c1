import { createElement, lazy, useState, type ComponentType } from 'react'

/** A screen or a dialog with code of its own. */
export interface Page<Props extends object = object> {
  Page: ComponentType<Props>
  /** Loads the code, so that the first visit shows the screen at once: React shows a fallback for at least 300 ms. */
  load: () => Promise<void>
}

/** Makes a screen or a dialog of an import. */
export function loadedAhead<Props extends object = object>(importPage: () => Promise<{ default: ComponentType<Props> }>): Page<Props> {
  let loaded: ComponentType<Props> | null = null
  const importOnce = async () => {
    const module = await importPage()
    loaded = module.default
    return module
  }
  const Lazy = lazy(importOnce)
  return {
    Page: function Page(props: Props) {
      const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
      return createElement(Shown, props)
    },
    load: async () => {
      // A visit tries again, and tells.
      await importOnce().catch(() => undefined)
    },
  }
}
