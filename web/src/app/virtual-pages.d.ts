/** Made from `screens.ts` by `scripts/vite-plugins.ts`. */
declare module 'virtual:pages' {
  import type { ComponentType } from 'react'
  import type { TextKey } from '@shared/text-key'

  export const pages: readonly (readonly [
    path: string,
    load: () => Promise<{ default: ComponentType; prepare?: () => Promise<unknown> }>,
    /** Empty where the title comes from the data. */
    title: TextKey | '',
    lead?: TextKey,
  ])[]
}
