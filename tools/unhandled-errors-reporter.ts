import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter } from 'vitest/node';

/** Errors that no test has caught: Vitest ends with a failure because of them, but its JSON report does not name them. */
export interface UnhandledError {
  readonly message: string;
  readonly stack: string;
  /** The test file that was running, and its test. Both are null if the error came between two files or tests. */
  readonly file: string | null;
  readonly test: string | null;
}

/** A Vitest reporter that writes them, as JSON, to the file named by `UNHANDLED_ERRORS`. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd: Reporter['onTestRunEnd'] = (_modules, errors) => {
    const file = process.env.UNHANDLED_ERRORS;
    if (!file) return;
    mkdirSync(dirname(file), { recursive: true });
    const named = errors.map(
      ({ message, stack, VITEST_TEST_PATH, VITEST_TEST_NAME }): UnhandledError => ({
        message,
        stack: stack ?? '',
        file: typeof VITEST_TEST_PATH === 'string' ? VITEST_TEST_PATH : null,
        test: typeof VITEST_TEST_NAME === 'string' ? VITEST_TEST_NAME : null,
      }),
    );
    writeFileSync(file, JSON.stringify(named));
  };
}
