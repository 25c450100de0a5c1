import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Tests in a real browser (CHROMIUM) against a running shop (SHOP_URL). */
export default defineConfig({
  resolve: { alias: { '@desk': path('./desk'), '@shared': path('./shared') } },
  test: {
    environment: 'node',
    include: ['tests/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Each file has its own browser, each test its own context. Pages wait much of their time.
    maxWorkers: 3,
  },
})
