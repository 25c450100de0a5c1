import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.desk.config.ts'
import { projects } from './vitest.projects.ts'
import { SecondAttempts } from './vitest.second-attempts.ts'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: { projects: projects(['.'], 'testing/setup.ts'), reporters: ['default', new SecondAttempts()] },
  }),
)
