import type { Page } from 'playwright-core'

export function scrollThrough(page: Page, pauseMs: number): Promise<void>
