import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';

export type OperatorProblem = Row<'operator_problems'>['problem'];

/** Returns the problems that are known, the oldest first. */
export function listProblems(db: Db) {
  return db.selectFrom('operator_problems').select(['problem', 'since']).orderBy('since').orderBy('problem').execute();
}

/** Notes that there is a problem. Returns false if it was known. */
export async function noteProblem(db: Db, problem: OperatorProblem): Promise<boolean> {
  const noted = await db
    .insertInto('operator_problems')
    .values({ problem })
    .onConflict((conflict) => conflict.doNothing())
    .returning('problem')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Notes that a problem is over. Returns false if there was none. */
export async function forgetProblem(db: Db, problem: OperatorProblem): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('operator_problems')
    .where('problem', '=', problem)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function activeAdministrators(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('account_roles as r')
    .innerJoin('accounts as a', 'a.id', 'r.account_id')
    .select('a.id')
    .where('r.role', '=', 'administrator')
    .where('a.status', '=', 'active')
    .orderBy('a.id')
    .execute();
  return rows.map(({ id }) => id);
}
