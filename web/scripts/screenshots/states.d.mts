import type { Page } from 'playwright-core'

export interface State {
  /** Path of the screen, without the language. */
  path: string
  /** Leads from the screen to the state; `t` returns the text of a key. */
  reach: (page: Page, t: (key: string) => string) => Promise<void>
  /** Takes the picture of the whole page instead of the viewport. */
  fullPage?: boolean
  /** Only width of the viewport, in pixels, at which the state exists. */
  onlyAt?: number
}

export function translator(language: string): (key: string) => string
export const anonymousStates: Readonly<Record<string, State>>
export const customerStates: Readonly<Record<string, State>>
