import { defineConfig } from 'vitest/config'

/** Tests in a real browser against a running shop: SHOP_URL names it, CHROMIUM the browser. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Each file has a browser of its own, and each test a visitor of its own.
    maxWorkers: 2,
  },
})
