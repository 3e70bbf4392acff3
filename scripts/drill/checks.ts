import type { Row } from './check.ts';
import { ACCOUNT_CHECKS } from './checks/accounts.ts';
import { CARE_CHECKS } from './checks/care.ts';
import { INPUT_CHECKS } from './checks/input.ts';
import { PERMISSION_CHECKS } from './checks/permissions.ts';
import { RACE_CHECKS } from './checks/races.ts';
import { RELIABILITY_CHECKS } from './checks/reliability.ts';

/** The checks of the drill. Those beside the 66 numbered ones come last, and have a word as their id. */
export const CHECKS: readonly Row[] = [
  ...ACCOUNT_CHECKS,
  ...PERMISSION_CHECKS,
  ...INPUT_CHECKS,
  ...RACE_CHECKS,
  ...RELIABILITY_CHECKS,
  ...CARE_CHECKS,
];

/** Returns the checks that arguments like `12`, `36-41` and `failover` choose, or all if there is none. */
export function chooseChecks(args: readonly string[], checks: readonly Row[] = CHECKS): readonly Row[] {
  if (args.length === 0) return checks;
  const chosen = new Set<Row>();
  for (const arg of args) {
    const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(arg) ?? [];
    const found = checks.filter(({ id }) =>
      from ? Number(id) >= Number(from) && Number(id) <= Number(to) : id === arg,
    );
    if (found.length === 0) throw new Error(`No check is called ${arg}. \`npm run drill -- --list\` lists them.`);
    for (const row of found) chosen.add(row);
  }
  return checks.filter((row) => chosen.has(row));
}
