import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'
import { projects } from './vitest.projects.ts'
import { SecondAttempts } from './vitest.second-attempts.ts'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      projects: projects(['src', 'shared', 'tests/unit'], 'src/testing/setup.ts'),
      reporters: ['default', new SecondAttempts()],
    },
  }),
)
