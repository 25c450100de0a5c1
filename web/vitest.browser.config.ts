import { defineConfig } from 'vitest/config'

/** Tests in a real browser (CHROMIUM) against a running shop (SHOP_URL). */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Each file has its own browser, each test its own context.
    maxWorkers: 2,
  },
})
