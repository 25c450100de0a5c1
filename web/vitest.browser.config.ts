import { defineConfig } from 'vitest/config'

/** Tests in a real browser against a running shop: SHOP_URL names it, CHROMIUM the browser. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Chromium without a window was seen to stop answering, once in thousands of pages: then, and only then, a test is
    // begun again with a new page. What a page shows wrong, or too late for a wait of Playwright's, fails at once.
    retry: { count: 1, condition: /^Test timed out in|did not end within 30 s$/ },
    // Each file has a browser of its own, and each test a visitor of its own.
    maxWorkers: 2,
  },
})
