/** Longest wait for an idle period, in milliseconds. */
const idleTimeoutMs = 200

/** Continues in a new task, so that no task blocks the main thread for long. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Calls back in an idle period, or in a new task where the browser reports none. Returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(callback, { timeout: idleTimeoutMs })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(callback)
  return () => clearTimeout(timer)
}
