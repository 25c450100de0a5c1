/** Made from `screens.ts` by `scripts/vite-plugins.ts`. */
declare module 'virtual:pages' {
  import type { ComponentType } from 'react'

  export const pages: readonly (readonly [path: string, load: () => Promise<{ default: ComponentType }>])[]
}
