import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter } from 'vitest/node';

/** Errors that no test has caught: Vitest ends with a failure because of them, but its JSON report does not name them. */
export interface UnhandledError {
  readonly message: string;
  readonly stack: string;
}

/** A Vitest reporter that writes them, as JSON, to the file named by `UNHANDLED_ERRORS`. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd: Reporter['onTestRunEnd'] = (_modules, errors) => {
    const file = process.env.UNHANDLED_ERRORS;
    if (!file) return;
    mkdirSync(dirname(file), { recursive: true });
    const named: UnhandledError[] = errors.map(({ message, stack }) => ({ message, stack: stack ?? '' }));
    writeFileSync(file, JSON.stringify(named));
  };
}
