import { lazy, useState, type ComponentType } from 'react'

/** A screen with code of its own. */
export interface Page {
  Page: ComponentType
  /** Loads the code, so that the first visit shows the screen at once: React shows a fallback for at least 300 ms. */
  load: () => Promise<void>
}

/** Makes a screen of an import. */
export function loadedAhead(importPage: () => Promise<{ default: ComponentType }>): Page {
  let loaded: ComponentType | null = null
  const importOnce = async () => {
    const module = await importPage()
    loaded = module.default
    return module
  }
  const Lazy = lazy(importOnce)
  return {
    Page: function Page() {
      const [Shown] = useState<ComponentType>(() => loaded ?? Lazy)
      return <Shown />
    },
    load: async () => {
      // A visit tries again, and tells.
      await importOnce().catch(() => undefined)
    },
  }
}
