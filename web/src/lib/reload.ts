declare global {
  interface Window {
    /** Defined in `index.html`, which needs it before any module runs. */
    reloadOnce?: () => boolean
  }
}

/**
 * Reloads the page, unless that was done within the last minute: code of an older build is gone after a release, and a new
 * page names the present code. Returns whether it reloads.
 */
export const reloadOnce = (): boolean => window.reloadOnce?.() ?? false
