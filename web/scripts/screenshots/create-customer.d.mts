import type { BrowserContext } from 'playwright-core'

export function createCustomer(
  context: BrowserContext,
  shopUrl: (path: string) => string,
): Promise<{ email: string; password: string; orderId: string }>
