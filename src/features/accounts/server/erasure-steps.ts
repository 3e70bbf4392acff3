import { type RawBuilder, sql } from 'kysely';
import { NO_SESSION } from '#core/actor.ts';
import { formerName } from '#core/former-member.ts';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { forgetNames, forgetReasons } from '#platform/db/status-log.ts';
import { memberColumnsOf } from '#platform/db/tables.ts';
import { emit } from '#platform/features/events.ts';
import type { ContentPolicy } from '../model/account-deletion.ts';

/** A member whose account is being erased, and their choice for their writing. */
export interface DeletingMember {
  readonly id: string;
  readonly texts: ContentPolicy;
}

/** The phases of an erasure, in their order. */
const PHASES = [
  /** What others wrote about the member, while what it is about still exists. */
  'words',
  /** What the member never published. */
  'drafts',
  /** The member’s stories are deleted, handed over, or kept. */
  'stories',
  /** The member leaves the stories of others. */
  'memberships',
  /** What the member published. */
  'works',
  /** What is left of them: their name in what others keep, and the reviews of their texts. After all notices to others. */
  'traces',
] as const;

/**
 * A step of the erasure of a member. Has its own transactions, and does nothing if it is run again, because the process
 * can end between any two. Locks accounts before stories, and several stories in the order of their ids.
 */
export interface ErasureStep {
  readonly phase: (typeof PHASES)[number];
  readonly run: (ctx: Ctx, member: DeletingMember) => Promise<void>;
}

declare module '#platform/features/feature.ts' {
  interface Registries {
    /** Steps of the erasure of a member, by name. */
    readonly erasureSteps: Readonly<Record<string, ErasureStep>>;
    /** Queries of a member’s rows of each kind in the log of statuses. */
    readonly loggedSubjects: Readonly<Record<string, (accountId: string) => RawBuilder<unknown>>>;
  }
}

/** Erases everything of a member except the account itself. This can’t be undone. */
export async function eraseWorkOf(ctx: Ctx, member: DeletingMember): Promise<void> {
  await emit(ctx, 'account.restricted', { accountId: member.id });
  const steps = Object.values(ctx.erasureSteps);
  for (const phase of PHASES) {
    for (const step of steps) if (step.phase === phase) await step.run(ctx, member);
  }
  await dropRows(ctx, member.id);
}

/** Returns a context in which the member acts, for steps of their own erasure. */
export function onBehalfOf(ctx: Ctx, accountId: string): Ctx {
  return { ...ctx, actor: { id: accountId, username: '', sessionId: NO_SESSION, roles: [] } };
}

/** Removes the member’s names from the reasons of decisions about them and their works. The decisions stay. */
export async function forgetReasonsOf(ctx: Ctx, { id }: DeletingMember): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    await forgetReasons(db, 'account', [{ id }]);
    for (const [kind, subjects] of Object.entries(ctx.loggedSubjects))
      await forgetNames(db, { kind, subjects: subjects(id), accountId: id });
  });
}

/**
 * Returns a function that replaces the member’s email and username anywhere in a text. Not only whole words, because
 * some scripts have no spaces.
 */
export async function namesRemover(
  db: Db,
  accountId: string,
): Promise<(text: RawBuilder<unknown>) => RawBuilder<string>> {
  const { username, email } = await db
    .selectFrom('accounts')
    .select(['username', 'email'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const without = (text: RawBuilder<unknown>, name: string) =>
    // `***=`: the rest is a literal string, not a pattern.
    sql<string>`regexp_replace(${text}, ${`***=${name}`}, ${formerName(accountId)}, 'gi')`;
  return (text) => without(without(text, email), username);
}

/** Deletes the rows that belong to the member alone, and removes the member from others. */
async function dropRows(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    for (const { table, column, fate } of memberColumnsOf(ctx.tables)) {
      const whose = sql`${sql.ref(column)} = ${id}`;
      if (fate.erased === 'row') await sql`delete from ${sql.table(table)} where ${whose}`.execute(db);
      if (fate.erased === 'null')
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${whose}`.execute(db);
    }
  });
}
