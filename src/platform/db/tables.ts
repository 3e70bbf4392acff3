import type { DB } from './schema.ts';

/** What happens to a row that names a member, when that member is erased, and whether it is exported to them. */
export interface MemberColumn {
  /**
   * - `row`: the row is deleted.
   * - `null`: the row stays, without the member.
   * - `by`: the named steps of the erasure (`erasureSteps`) or the named event decide about each row.
   * - `kept`: the row stays, with the id of an account that says nothing anymore, for the given reason.
   */
  readonly erased: 'row' | 'null' | { by: string } | { kept: string };
  /** The file in the export and the columns that it must not contain; or why the rows aren’t exported. */
  readonly exported: { file: string; without?: readonly string[] } | { left: string };
}

/**
 * All tables, each with its columns that say who owns a row or who did something. Every table has one owner, which
 * declares it in its `tables.ts`: a table without an owner doesn’t compile. A test compares the columns with the
 * database, so that none is forgotten.
 */
export type Tables = { readonly [Table in keyof DB]: { readonly [Column in keyof DB[Table]]?: MemberColumn } };

/** Why decisions about others aren’t exported to the member who made them. */
export const OTHERS_WORK = { left: 'a decision about someone else’s work' } as const;
/** Why those who decided stay named. */
export const DECISION = { kept: 'the log says who decided' } as const;

/** Returns the columns that name a member, of all tables. */
export function memberColumnsOf(tables: Tables): { table: keyof DB; column: string; fate: MemberColumn }[] {
  return Object.entries(tables).flatMap(([table, columns]) =>
    Object.entries<MemberColumn>(columns).map(([column, fate]) => ({ table: table as keyof DB, column, fate })),
  );
}

declare module '#platform/features/feature.ts' {
  interface Registries {
    readonly tables: Tables;
  }
}
