import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { ThanksState } from '../contract.ts';
import { canThank } from '../model/thanks-policy.ts';
import { countThanks, findThankedChapter, hasThanked, type ThankedChapter } from './thanks.queries.ts';
import { dropThanks, putThanks } from './thanks.repo.ts';

type ById = { chapterId: string };

async function loadChapter({ db }: Pick<Ctx, 'db'>, chapterId: string, locks = false): Promise<ThankedChapter> {
  const chapter = await findThankedChapter(db, chapterId, locks);
  if (!chapter) throw new AppError('chapter_not_found');
  return chapter;
}

/** Only the author sees how many thanked them, and no one sees who. */
export async function getThanksState(ctx: Ctx, { chapterId }: ById): Promise<ThanksState> {
  const { id } = memberOf(ctx);
  const chapter = await loadChapter(ctx, chapterId);
  if (chapter.authorId === id)
    return { canThank: false, hasThanked: false, received: await countThanks(ctx.db, chapterId) };
  return {
    canThank: canThank(ctx.actor, chapter).ok,
    hasThanked: await hasThanked(ctx.db, chapterId, id),
    received: null,
  };
}

export async function giveThanks(ctx: Ctx, { chapterId }: ById): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const chapter = await loadChapter(inner, chapterId, true);
    authorize(canThank(ctx.actor, chapter));
    await putThanks(inner.db, { chapterId, storyId: chapter.storyId, accountId: memberOf(ctx).id });
    return DONE;
  });
}

export async function takeThanksBack(ctx: Ctx, { chapterId }: ById): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    authorize(canThank(ctx.actor, await loadChapter(inner, chapterId)));
    await dropThanks(inner.db, { chapterId, accountId: memberOf(ctx).id });
    return DONE;
  });
}
