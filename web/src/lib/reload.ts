declare global {
  interface Window {
    /** Both are defined in `index.html`, which needs them before any module runs. */
    reloadPage?: () => Promise<boolean>
    reloadOnce?: () => Promise<boolean>
  }
}

/** Reloads the page. Resolves to false if the server does not answer: the page stays, as the browser's own error page helps nobody. */
export const reloadPage = async (): Promise<boolean> => (await window.reloadPage?.()) ?? true

/**
 * Reloads the page as `reloadPage` does, unless that was done within the last minute: code of an older build is gone after a release,
 * and a new page names the present code.
 */
export const reloadOnce = async (): Promise<boolean> => (await window.reloadOnce?.()) ?? true
