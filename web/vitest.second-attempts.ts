import type { Reporter, TestCase, Vitest } from 'vitest/node'

/** Number of further attempts of a failed test. */
export const retries = 1

/** Names each test that passed only at a further attempt, which vitest's own reporter does not; `cargo xtask test` reads the lines. */
export class SecondAttempts implements Reporter {
  private vitest: Vitest | null = null

  onInit(vitest: Vitest) {
    this.vitest = vitest
  }

  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky) this.vitest?.logger.log(`flaky: ${test.module.relativeModuleId} > ${test.fullName}`)
  }
}
