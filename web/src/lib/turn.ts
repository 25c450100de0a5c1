/** Gives the browser a turn: what comes after is a task of its own. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
