import type { TestProjectInlineConfiguration } from 'vitest/config'
import { retries } from './vitest.second-attempts.ts'

/**
 * The tests of an app in two projects. A page for each file of tests takes longer than most of those that need none, so only
 * components (`*.test.tsx`) and files that say so by their name (`*.dom.test.ts`) get one, with `setup` before each test.
 */
export function projects(folders: readonly string[], setup: string): TestProjectInlineConfiguration[] {
  const files = (pattern: string) => folders.map((folder) => `${folder}/**/${pattern}`)
  const shared = {
    css: { modules: { classNameStrategy: 'non-scoped' } },
    maxWorkers: 2,
    // Twice as fast: test files share modules, and `setup` resets their state before each test.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: retries,
  } as const
  return [
    {
      extends: true,
      test: {
        ...shared,
        name: 'page',
        environment: 'jsdom',
        environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
        include: [...files('*.test.tsx'), ...files('*.dom.test.ts')],
        setupFiles: [setup],
      },
    },
    {
      extends: true,
      test: {
        ...shared,
        name: 'plain',
        environment: 'node',
        include: files('*.test.ts'),
        exclude: ['**/node_modules/**', '**/*.dom.test.ts'],
        restoreMocks: true,
        unstubGlobals: true,
      },
    },
  ]
}
