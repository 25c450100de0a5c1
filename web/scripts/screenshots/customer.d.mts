import type { BrowserContext } from 'playwright-core'

export function customer(
  context: BrowserContext,
  address: (path: string) => string,
): Promise<{ email: string; password: string; ordered: string }>
