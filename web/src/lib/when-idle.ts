/** Waits no longer than this where the browser never rests. */
const patienceMs = 200

/** Calls back when the browser has nothing else to do; where it does not tell, in a turn of its own. Returns what stops it. */
export function whenIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(callback, { timeout: patienceMs })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(callback)
  return () => clearTimeout(timer)
}
