import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.desk.config.ts'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      environment: 'jsdom',
      environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
      include: ['**/*.test.{ts,tsx}'],
      setupFiles: ['testing/setup.ts'],
      css: { modules: { classNameStrategy: 'non-scoped' } },
      maxWorkers: 2,
      // As in the shop's tests: `setup.ts` resets the state of shared modules before each test.
      isolate: false,
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  }),
)
