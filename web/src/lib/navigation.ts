/** The parts of the Navigation API that the app uses; Safari has it from 26.2, Firefox from 147. */
interface NavigationApi extends EventTarget {
  readonly transition: { readonly navigationType: string } | null
}

export interface NavigateEvent extends Event {
  readonly navigationType: 'push' | 'reload' | 'replace' | 'traverse'
  readonly canIntercept: boolean
  readonly hashChange: boolean
  readonly signal: AbortSignal
  intercept: (options: { handler: () => Promise<void>; focusReset: 'manual'; scroll: 'after-transition' }) => void
}

/** Undefined in browsers without the Navigation API. */
export const navigationApi = (window as { navigation?: NavigationApi }).navigation

/** Whether the visitor is going back or forward to a screen that is not complete yet. */
export const isReturning = (): boolean => navigationApi?.transition?.navigationType === 'traverse'
