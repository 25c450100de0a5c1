import type { Reporter, TestCase, Vitest } from 'vitest/node'

/** Number of further attempts of a failed test. */
export const retries = 1

/**
 * Names each test that passed only at a further attempt, with the error of the first, which vitest's own reporter does not.
 * `cargo xtask test` reads the names.
 */
export class SecondAttempts implements Reporter {
  private vitest: Vitest | null = null

  onInit(vitest: Vitest) {
    this.vitest = vitest
  }

  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky !== true) return
    const log = (text: string) => this.vitest?.logger.log(text)
    log(`flaky: ${test.module.relativeModuleId} > ${test.fullName}`)
    for (const { message, stack } of test.result().errors ?? []) log(`  failed at first: ${stack ?? message}`)
  }
}
