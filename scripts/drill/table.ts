import { isCounted, type Row, roundsOf } from './check.ts';

/** What a run has found about a check. */
export interface Result {
  readonly id: Row['id'];
  readonly isPassed: boolean;
  /** Measured figures, or the number of tests that passed. */
  readonly figures: readonly string[];
  readonly failures: readonly string[];
  readonly seconds: number;
  /** True if it ran with the rounds of `npm test`. */
  readonly isShort: boolean;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').slice(0, 300);

function verdict(result: Result | undefined): string {
  if (!result) return '–';
  return result.isPassed ? (result.isShort ? 'ok, few rounds' : 'ok') : '**missed**';
}

/** Returns the lines of a table of checks with their pass marks, and what was measured. */
export function resultTable(rows: readonly Row[], results: ReadonlyMap<Row['id'], Result>): string {
  const lines = rows.map((row) => {
    if (!isCounted(row)) return `| ${row.id} | ${cell(row.name)} | ${row.uncounted}: ${cell(row.reason)} | | – | |`;
    const result = results.get(row.id);
    const measured = [...(result?.figures ?? []), ...(result?.failures ?? [])].map(cell).join('; ');
    const marks = [cell(row.passMark), ...roundsOf(row.id)].join('; ');
    return `| ${row.id} | ${cell(row.name)} | ${marks} | ${measured} | ${verdict(result)} | ${result ? Math.round(result.seconds) : ''} |`;
  });
  return ['| | Check | Pass mark | Measured | | Seconds |', '|---|---|---|---|---|---|', ...lines].join('\n');
}

/** Returns one sentence about how many checks hold. */
export function summary(rows: readonly Row[], results: ReadonlyMap<Row['id'], Result>): string {
  const counted = rows.filter(isCounted);
  const all = counted.flatMap(({ id }) => results.get(id) ?? []);
  const missed = all.filter(({ isPassed }) => !isPassed).map(({ id }) => id);
  const seconds = all.reduce((sum, result) => sum + result.seconds, 0);
  return [
    `${all.length - missed.length} of ${counted.length} checks hold`,
    ...(missed.length > 0 ? [`missed: ${missed.join(', ')}`] : []),
    ...(counted.length > all.length ? [`${counted.length - all.length} not run`] : []),
    `${rows.length - counted.length} not counted`,
    `${Math.round(seconds / 60)} minutes`,
  ].join('; ');
}
