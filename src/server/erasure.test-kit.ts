import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { accountApi } from '#features/accounts/contract.ts';
import { accountDeletionApi } from '#features/accounts/contract-account-deletion.ts';
import { eraseDueAccounts } from '#features/accounts/server/index.ts';
import { createCtx } from '#platform/context.ts';
import { type Member, PASSWORD } from '#testing/factories.ts';
import type { TestApp } from '#testing/test-app.ts';
import { hourlyJob } from './regular.job.ts';

export const ctxOf = (app: TestApp) => createCtx(app.deps, { language: 'en' });

export function plan(app: TestApp, member: Member, texts: 'keep' | 'delete') {
  return app.call(accountDeletionApi.deleteAccount, { password: PASSWORD, texts }, member);
}

/** Returns the token that a restricted member gets when a login is refused. */
export async function appealTokenOf(app: TestApp, member: Member): Promise<{ accessToken: string }> {
  const { body } = await app.send(accountApi.login, { email: member.email, password: PASSWORD });
  return { accessToken: (body.details as { appealToken: string }).appealToken };
}

/** Advances the clock, so that accounts are erased, covers redrawn, and the hourly job runs. */
export async function letTheDayCome(app: TestApp, milliseconds: number): Promise<void> {
  await app.clock.advance(milliseconds);
  await eraseDueAccounts(ctxOf(app));
  await app.work();
  await hourlyJob.run(ctxOf(app) as never, {} as never, { key: 'hourly' });
}

/**
 * Returns every place in the database and the data folder that contains one of the words, as `table.column` or a path.
 */
export async function findEverywhere(app: TestApp, words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'graphile_worker')
      and to_regclass(format('%I.%I', c.table_schema, c.table_name)) not in (select inhrelid from pg_inherits)`.execute(
    app.database.db,
  );
  const found: string[] = [];
  for (const { schema, table, column } of columns) {
    const text = sql`convert_from(convert_to(${sql.ref(column)}::text, 'UTF8'), 'UTF8')`;
    const { rows } = await sql`select 1 from ${sql.id(schema, table)}
      where ${sql.join(
        words.map((word) => sql`position(lower(${word}) in lower(${text})) > 0`),
        sql` or `,
      )} limit 1`.execute(app.database.db);
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  const folder = app.deps.config.dataDir;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = (await readFile(path)).toString('latin1').toLowerCase();
    const hits = words.some((word) => bytes.includes(Buffer.from(word).toString('latin1').toLowerCase()));
    if (hits || words.some((word) => path.includes(word))) found.push(path.slice(folder.length + 1));
  }
  return found;
}
