/** What happened to each record of a bulk call. */
export interface BulkResult {
  /** How many succeeded. */
  done: number
  results: { number: string; ok: boolean; errors: Record<string, string> | null }[]
}
