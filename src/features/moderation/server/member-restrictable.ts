import { isKeptOut, type RestrictionRecord, restrictAccount } from '#features/accounts/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { Restrictable, RestrictionInput } from './restrictable.ts';
import { selectAccountRestrictions, toRestrictionView } from './restrictions.repo.ts';

/** Lets members be reported, suspended and banned. */
export const memberRestrictable: Restrictable = {
  async find(ctx, id) {
    const row = await ctx.db
      .selectFrom('accounts')
      .select(['id', 'username', 'bio', 'status'])
      .where('id', '=', id)
      .where('status', '<>', 'unverified')
      .executeTakeFirst();
    if (!row) return null;
    return {
      kind: 'member',
      id: row.id,
      ownerId: row.id,
      title: null,
      language: null,
      storyId: null,
      chapterId: null,
      names: {},
      isPublic: row.status === 'active',
      texts: [
        { field: 'username', text: row.username },
        { field: 'bio', text: row.bio },
      ],
    };
  },

  restrict: (ctx: Ctx, id, act) => restrictAccount(ctx, id, toAccountAct(act)),

  /** Other decisions in force stay in force. */
  async lift(ctx: Ctx, id, { restrictionId, reason, byAppeal }) {
    // A suspension may have expired.
    if (await isKeptOut(ctx, id))
      // The outcome of an appeal has its own email.
      await restrictAccount(ctx, id, { action: 'lift', reason, isSilent: byAppeal, except: restrictionId });
    return true;
  },
};

function toAccountAct({ action, reason, until, rule, excerpt, foundBy, law, country }: RestrictionInput) {
  return {
    action: action === 'ban' ? ('ban' as const) : ('suspend' as const),
    reason,
    ...(until ? { until } : {}),
    told: { rule, excerpt, found: foundBy, ...(law && country ? { law, country } : {}) },
  };
}

export const restrictionRecord: RestrictionRecord = {
  async why({ db }, accountId) {
    const row = await selectAccountRestrictions(db, accountId).limit(1).executeTakeFirst();
    if (!row) return null;
    const { id, rule, excerpt, decidedAt, appealUntil, storyId, chapterId, foundBy, automated } =
      toRestrictionView(row);
    return {
      restrictionId: id,
      ...{ rule, excerpt, foundBy, automated, decidedAt, appealUntil, storyId, chapterId, title: row.title },
    };
  },
  async active({ db }, accountId, except) {
    let decisions = selectAccountRestrictions(db, accountId);
    if (except) decisions = decisions.where('r.id', '!=', except);
    const row = await decisions.limit(1).executeTakeFirst();
    return row ? { action: row.action === 'ban' ? 'ban' : 'suspend', reason: row.reason, until: row.until } : null;
  },
};
