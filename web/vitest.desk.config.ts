import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.desk.config.ts'
import { projects } from './vitest.projects.ts'

export default mergeConfig(viteConfig, defineConfig({ test: { projects: projects(['.'], 'testing/setup.ts') } }))
