import type { Page } from 'playwright-core'

export interface State {
  /** Without the language. */
  path: string
  /** Leads there from the screen of the path; takes what gives the text of a key. */
  show: (page: Page, text: (key: string) => string) => Promise<void>
  /** Whether the whole page belongs into the picture, and not only what the window shows. */
  whole?: boolean
  /** The one width of the window, in pixels, at which there is such a thing. */
  only?: number
}

export function textsOf(language: string): (key: string) => string
export const anonymousStates: Readonly<Record<string, State>>
export const ownStates: Readonly<Record<string, State>>
