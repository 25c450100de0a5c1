import { defineConfig } from 'vitest/config'

/** Tests in a real browser against a running shop: SHOP_URL names it, CHROMIUM the browser. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
})
