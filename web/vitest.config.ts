import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      environment: 'jsdom',
      environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
      include: ['src/**/*.test.{ts,tsx}', 'shared/**/*.test.{ts,tsx}', 'tests/unit/**/*.test.ts'],
      setupFiles: ['src/testing/setup.ts'],
      css: { modules: { classNameStrategy: 'non-scoped' } },
      maxWorkers: 2,
      // Twice as fast: test files share modules, and `setup.ts` resets their state before each test.
      isolate: false,
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  }),
)
