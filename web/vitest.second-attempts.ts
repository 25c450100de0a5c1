import type { Reporter, TestCase, Vitest } from 'vitest/node'

/** Number of further attempts of a failed test. */
export const retries = 1

/**
 * Says at once why a test failed: vitest's own reporter does so after the last one, which a run that is stopped never reaches. Names
 * each test that passed only at a further attempt, with the error of the first; `cargo xtask test` reads the names.
 */
export class SecondAttempts implements Reporter {
  private vitest: Vitest | null = null

  onInit(vitest: Vitest) {
    this.vitest = vitest
  }

  onTestCaseResult(test: TestCase) {
    const { state, errors } = test.result()
    const isFlaky = test.diagnostic()?.flaky === true
    if (!isFlaky && state !== 'failed') return
    const log = (text: string) => this.vitest?.logger.log(text)
    log(`${isFlaky ? 'flaky' : 'failed'}: ${test.module.relativeModuleId} > ${test.fullName}`)
    for (const { message, stack } of errors ?? []) log(`  failed${isFlaky ? ' at first' : ''}: ${stack ?? message}`)
  }
}
