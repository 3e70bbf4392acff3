import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { memberColumnsOf } from '#platform/db/tables.ts';

/** A file in an export: its path in the ZIP, and its content (text as it is, anything else as JSON). */
export interface ExportFile {
  readonly path: string;
  readonly content: unknown;
}

declare module '#platform/features/feature.ts' {
  interface Registries {
    /**
     * Queries of a member’s rows that a table without a column for the member has, by the name of their file. Rows of
     * tables with such a column are exported as `tables` says.
     */
    readonly exportQueries: Readonly<Record<string, (accountId: string) => RawBuilder<unknown>>>;
    /** Files besides tables, such as texts to read. */
    readonly exportFiles: Readonly<
      Record<string, (ctx: Pick<Ctx, 'db'>, accountId: string) => AsyncIterable<ExportFile>>
    >;
  }
}

/** Returns all data of a member as files: tables as JSON, and what the features add. */
export async function* exportOf(ctx: Ctx, id: string): AsyncGenerator<ExportFile> {
  const { db } = ctx;
  const profile = await db
    .selectFrom('accounts')
    .select([
      'id',
      'email',
      'username',
      'slug',
      'bio',
      'preferred_language',
      'languages_read',
      'time_zone',
      'avatar_key',
      'status',
      'suspended_until',
    ])
    .select(['status_reason', 'joined_at', 'last_active_at', 'deletion_due_at', 'deletion_content'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  yield { path: 'account/profile.json', content: profile };
  for (const { table, column, fate } of memberColumnsOf(ctx.tables)) {
    if (!('file' in fate.exported)) continue;
    const { file, without = [] } = fate.exported;
    const hidden = [column, ...without];
    const { rows } = await sql<{
      row: unknown;
    }>`select to_jsonb(x) - ${hidden}::text[] as row from ${sql.table(table)} x
      where ${sql.ref(`x.${column}`)} = ${id} order by x.tableoid, x.ctid`.execute(db);
    yield { path: `${file}.json`, content: rows.map(({ row }) => row) };
  }
  for (const [file, query] of Object.entries(ctx.exportQueries))
    yield { path: `${file}.json`, content: (await query(id).execute(db)).rows };
  for (const files of Object.values(ctx.exportFiles)) yield* files(ctx, id);
}
