import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { retries, SecondAttempts } from './vitest.second-attempts.ts'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The files that take longest begin first, so that none is left to run alone. */
const longest = ['desk-widths', 'desk-week', 'states', 'pages']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at === -1 ? longest.length : at
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Tests in a real browser (CHROMIUM) against a running shop (SHOP_URL). */
export default defineConfig({
  resolve: { alias: { '@desk': path('./desk'), '@shared': path('./shared') } },
  test: {
    environment: 'node',
    include: ['tests/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Each file has its own browser, each test its own context. Pages wait much of their time.
    maxWorkers: 3,
    retry: retries,
    reporters: ['default', new SecondAttempts()],
    sequence: { sequencer: LongestFirst },
  },
})
