import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { memberColumnsOf } from '#platform/db/tables.ts';
import { exportPage } from './export-page.ts';

/** A file in an export: its path in the ZIP, and its content (text and bytes as they are, anything else as JSON). */
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
    /** Files besides tables, such as texts to read and images. `ctx.language` is the language of the member. */
    readonly exportFiles: Readonly<Record<string, (ctx: Ctx, accountId: string) => AsyncIterable<ExportFile>>>;
  }
}

/** Returns all data of a member as files: tables as JSON, what the features add, and a page that explains the files. */
export async function* exportOf(ctx: Ctx, id: string): AsyncGenerator<ExportFile> {
  const paths: string[] = [];
  for await (const file of filesOf(ctx, id)) {
    paths.push(file.path);
    yield file;
  }
  yield { path: 'index.html', content: exportPage(ctx, paths) };
}

async function* filesOf(ctx: Ctx, id: string): AsyncGenerator<ExportFile> {
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
  const longNumbers = await longNumberColumns(db);
  for (const { table, column, fate } of memberColumnsOf(ctx.tables)) {
    if (!('file' in fate.exported)) continue;
    const { file, without = [] } = fate.exported;
    const hidden = [column, ...without];
    const texts = (longNumbers.get(table) ?? [])
      .filter(({ name }) => !hidden.includes(name))
      .map(({ name, type }) => sql`${sql.lit(name)}, ${sql.ref(`x.${name}`)}::${sql.raw(type)}`);
    const { rows } = await sql<{
      row: unknown;
    }>`select (to_jsonb(x) - ${hidden}::text[]) || jsonb_build_object(${sql.join(texts)}) as row from ${sql.table(table)} x
      where ${sql.ref(`x.${column}`)} = ${id} order by x.tableoid, x.ctid`.execute(db);
    yield { path: `${file}.json`, content: rows.map(({ row }) => row) };
  }
  for (const [file, query] of Object.entries(ctx.exportQueries))
    yield { path: `${file}.json`, content: (await query(id).execute(db)).rows };
  for (const files of Object.values(ctx.exportFiles)) yield* files(ctx, id);
}

/**
 * Returns the columns of 64-bit numbers, such as ids, by table. JSON numbers can’t hold all of them exactly, so they
 * are exported as text: otherwise, rows couldn’t be matched by their ids.
 */
async function longNumberColumns(db: Ctx['db']): Promise<Map<string, { name: string; type: 'text' | 'text[]' }[]>> {
  const { rows } = await sql<{ table: string; name: string; isList: boolean }>`
    select c.relname as table, a.attname as name, a.atttypid = 'bigint[]'::regtype as "isList"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
      and not a.attisdropped and a.atttypid in ('bigint'::regtype, 'bigint[]'::regtype)`.execute(db);
  const columns = rows.map(({ table, name, isList }) => ({ table, name, type: isList ? 'text[]' : 'text' }) as const);
  return Map.groupBy(columns, ({ table }) => table);
}
