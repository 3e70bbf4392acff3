import { sql } from 'kysely';
import { authorize } from '#core/decision.ts';
import { DONE, type ParsedOf } from '#core/endpoint.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { profileTag, userTag } from '#features/accounts/server/index.ts';
import { requestReview, withdrawReview } from '#features/moderation/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { type Ctx, databaseNow, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { toJson } from '#platform/db/json.ts';
import { emit } from '#platform/features/events.ts';
import { askGuards } from '#platform/features/guards.ts';
import type { UploadedFile } from '#platform/http/pipeline.ts';
import { storeImage } from '#platform/images/images.repo.ts';
import { COVER_SHAPE, reencode } from '#platform/images/reencode.ts';
import type { StoryDraft, storyApi } from '../contract.ts';
import type { ModeModel } from '../model/mode-model.ts';
import { defaultSettings, ownRules, type StoredSettings } from '../model/mode-settings.ts';
import { settingNames } from '../model/setting-views.ts';
import { fieldOf, publishedNames, ruleNames } from '../model/story-field-list.ts';
import { missingFields } from '../model/story-fields.ts';
import { DELETED_KEPT, DRAFTS_PER_MEMBER } from '../model/story-limits.ts';
import {
  canDeleteStory,
  canDiscardEdit,
  canEditStory,
  canSetRules,
  canSubmitStory,
  canUndeleteStory,
  canWithdrawStory,
  isPublicStory,
} from '../model/story-policy.ts';
import { ensureCategories } from './categories.service.ts';
import { changeDraft, type DraftChanges, resetCopy, saveDraftVersion } from './drafts.repo.ts';
import {
  changeRules,
  changeStory,
  insertStory,
  lockStoryOrThrow,
  moveStory,
  moveStoryEdit,
  restoreStory,
  type StoryRecord,
} from './stories.repo.ts';
import {
  checkMode,
  draftColumns,
  type GivenFields,
  initialColumns,
  publishedColumnNames,
  ruleColumns,
} from './story-columns.ts';
import { coverSubject, storeDrawnCover } from './story-cover.ts';
import { setListed } from './story-stats.repo.ts';
import { HOME_TAG, storyTag } from './story-tags.ts';
import { toStoryDraft } from './story-views.ts';

type Given<Call extends keyof typeof storyApi> = ParsedOf<(typeof storyApi)[Call]>;

/** Creates a story. Throws too_many_drafts. */
export async function createStory(ctx: Ctx, input: Given<'create'>): Promise<StoryDraft> {
  const actor = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const { drafts } = await inner.db
      .selectFrom('stories')
      .where('creator_id', '=', actor.id)
      .where('status', '=', 'draft')
      .where('deleted_at', 'is', null)
      .select((eb) => eb.fn.countAll<string>().as('drafts'))
      .executeTakeFirstOrThrow();
    if (Number(drafts) >= DRAFTS_PER_MEMBER) throw new AppError('too_many_drafts');
    await ensureCategories(inner, input.categories ?? []);
    const language = input.language ?? ctx.language;
    const cover = await storeDrawnCover(inner, actor.id, {
      title: input.title,
      mode: input.mode,
      author: actor.username,
      lang: language,
    });
    const model = ctx.modeModels[input.mode];
    const { rules, texts } = initialColumns(ctx.storyFields, { model, language });
    const id = await insertStory(
      inner.db,
      { ...rules, creator_id: actor.id, mode: input.mode, mode_settings: defaultSettings(model.settings.own) },
      { ...texts, ...draftColumns(ctx.storyFields, input), language, cover_key: cover },
    );
    return toStoryDraft(inner, await lockStoryOrThrow(inner.db, id));
  });
}

/** Saves the given fields. Throws story_mode_fixed, story_in_review, or conflict (with the current draft). */
export async function updateStory(ctx: Ctx, input: Given<'update'>): Promise<StoryDraft> {
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOrThrow(inner.db, input.storyId);
    const hasTexts = publishedNames(ctx.storyFields).some((name) => input[name] !== undefined);
    authorize(hasTexts ? canEditStory(ctx.actor, story.facts) : canSetRules(ctx.actor, story.facts));
    if (input.mode !== undefined && input.mode !== story.mode) throw new AppError('story_mode_fixed');
    if (input.version !== undefined && input.version !== story.draft.version) {
      throw new AppError('conflict', { details: { current: await toStoryDraft(inner, story) } });
    }
    if (hasTexts) await saveTexts(inner, story, input);
    await saveRules(inner, story, input);
    return toStoryDraft(inner, await lockStoryOrThrow(inner.db, story.id));
  });
}

async function saveTexts(ctx: Ctx, story: StoryRecord, given: GivenFields): Promise<void> {
  const { draft } = story;
  await ensureCategories(ctx, given.categories ?? []);
  const { title = draft.title, language = draft.language } = given;
  const isRedrawn = !draft.cover_uploaded && (title !== draft.title || language !== draft.language);
  const subject = coverSubject(story, { title, language });
  const coverKey = isRedrawn ? await storeDrawnCover(ctx, story.facts.creatorId, subject) : draft.cover_key;
  await saveDraft(ctx, story, { ...draftColumns(ctx.storyFields, given), cover_key: coverKey });
}

async function saveDraft(ctx: Ctx, story: StoryRecord, changes: DraftChanges): Promise<void> {
  if (!(await saveDraftVersion(ctx.db, story.id, story.draft.version, changes))) throw new AppError('conflict');
  if (story.facts.status === 'published' && story.facts.editStatus === null) {
    await moveStoryEdit(ctx.db, story, 'begin', memberOf(ctx).id);
  }
}

async function saveRules(ctx: Ctx, story: StoryRecord, changes: Given<'update'>): Promise<void> {
  const { participantLimit, minUnits: min = story.minUnits, maxUnits: max = story.maxUnits } = changes;
  const given = ruleNames(ctx.storyFields).filter((name) => changes[name] !== undefined);
  const settings = changedSettings(ctx, changes);
  if (given.length === 0 && Object.keys(settings).length === 0) return;
  const model = ctx.modeModels[story.mode];
  checkMode(ctx.storyFields, model, changes);
  checkLimit(model, changes);
  checkSettings(model, story, changes, settings);
  if (participantLimit !== undefined) await checkTaken(ctx, story, participantLimit);
  if (min >= max) throw fieldError(changes.maxUnits === undefined ? 'minUnits' : 'maxUnits', 'units_order');
  await emit(ctx, 'story.changing', { storyId: story.id });
  const hasChanged = await changeRules(ctx.db, story.id, {
    ...ruleColumns(ctx.storyFields, changes),
    mode_settings: toJson({ ...story.modeSettings, ...settings }),
  });
  if (!hasChanged) return;
  await emit(ctx, 'story.rules_changed', { storyId: story.id });
  if (!isPublicStory(story.facts)) return;
  await invalidateCacheTags(ctx, storyTag(story.id));
  // The home page shows which stories are looking for writers.
  if (given.some((name) => fieldOf(ctx.storyFields, name).isOnHome)) await invalidateCacheTags(ctx, HOME_TAG);
}

/** The limit can’t be lower than the current number of writers. */
async function checkTaken(ctx: Ctx, story: StoryRecord, limit: number): Promise<void> {
  const { participants } = await ctx.db
    .selectFrom('story_stats')
    .select('participants')
    .where('story_id', '=', story.id)
    .executeTakeFirstOrThrow();
  if (limit >= participants) return;
  const max = ctx.modeModels[story.mode].settings.participants?.max ?? limit;
  throw fieldError('participantLimit', 'participants_bounds', { min: participants, max });
}

/** Checks that the participant limit is within the bounds of the mode. */
function checkLimit({ settings: { participants } }: ModeModel, { participantLimit }: GivenFields): void {
  if (participantLimit === undefined || !participants) return;
  const { min, max } = participants;
  if (participantLimit < min || participantLimit > max)
    throw fieldError('participantLimit', 'participants_bounds', { min, max });
}

/** Returns the given settings of modes. */
function changedSettings({ modeModels }: Ctx, changes: Given<'update'>): StoredSettings {
  return Object.fromEntries(
    settingNames(modeModels).flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name]]])),
  );
}

/** Checks that the mode has these settings, and that none needs more writers than may take part. */
function checkSettings(
  { settings: { own } }: ModeModel,
  story: StoryRecord,
  { participantLimit = story.participantLimit ?? Number.POSITIVE_INFINITY }: GivenFields,
  given: StoredSettings,
): void {
  const rules = ownRules(own);
  for (const name of Object.keys(given))
    if (!rules.some(([known]) => known === name)) throw fieldError(name, 'not_in_this_mode');
  for (const [name, rule] of rules) {
    if (!('isGroup' in rule) || !rule.isGroup) continue;
    const least = given[name] ?? story.modeSettings[name] ?? rule.default;
    if (least <= participantLimit) continue;
    if (given[name] === undefined)
      throw fieldError('participantLimit', 'participants_bounds', { min: least, max: rule.max });
    throw fieldError(name, 'participants_bounds', { min: rule.min, max: participantLimit });
  }
}

/** Sets an uploaded cover. Throws image_too_large and the errors of converting the image. */
export async function uploadCover(ctx: Ctx, input: { storyId: string }, file: UploadedFile): Promise<StoryDraft> {
  if (file.tooLarge) throw new AppError('image_too_large');
  const image = await reencode(file.bytes, COVER_SHAPE);
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOrThrow(inner.db, input.storyId);
    authorize(canEditStory(ctx.actor, story.facts));
    await storeImage(inner, { ...image, kind: 'cover', ownerId: story.facts.creatorId });
    await saveDraft(inner, story, { cover_key: image.key, cover_uploaded: true });
    return toStoryDraft(inner, await lockStoryOrThrow(inner.db, story.id));
  });
}

/** Restores the drawn cover. */
export async function removeCover(ctx: Ctx, input: { storyId: string }): Promise<StoryDraft> {
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOrThrow(inner.db, input.storyId);
    authorize(canEditStory(ctx.actor, story.facts));
    const key = await storeDrawnCover(inner, story.facts.creatorId, coverSubject(story, story.draft));
    await saveDraft(inner, story, { cover_key: key, cover_uploaded: false });
    return toStoryDraft(inner, await lockStoryOrThrow(inner.db, story.id));
  });
}

/**
 * Submits the story for review: the first time with its first chapter, later its edit. Throws invalid_input for missing
 * fields.
 */
export async function submitStory(
  ctx: Ctx,
  input: { storyId: string; isMinorEdit?: boolean | undefined },
): Promise<StoryDraft> {
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOrThrow(inner.db, input.storyId);
    authorize(canSubmitStory(ctx.actor, story.facts));
    const fields = missingFields(story.draft);
    if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
    const isEdit = story.facts.status === 'published';
    const actorId = memberOf(ctx).id;
    await changeDraft(inner.db, story.id, { is_minor_edit: isEdit && input.isMinorEdit === true });
    if (isEdit) await moveStoryEdit(inner.db, story, 'submit', actorId);
    else {
      await moveStory(inner.db, story, 'submit', { actorId });
      await inner.firstChapter.submit(inner, story.id);
    }
    await requestReview(inner, {
      kind: 'story',
      subjectId: story.id,
      storyId: story.id,
      authorId: story.facts.creatorId,
      version: story.draft.version,
      isEdit,
      language: story.draft.language,
      title: story.draft.title,
    });
    return toStoryDraft(inner, await lockStoryOrThrow(inner.db, story.id));
  });
}

/** Withdraws the story from review. Throws wrong_state if it has been decided already. */
export async function withdrawStory(ctx: Ctx, input: { storyId: string }): Promise<StoryDraft> {
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOrThrow(inner.db, input.storyId);
    authorize(canWithdrawStory(ctx.actor, story.facts));
    if (!(await endStoryReview(inner, story))) throw new AppError('wrong_state');
    return toStoryDraft(inner, await lockStoryOrThrow(inner.db, story.id));
  });
}

/** Ends the review of the story, or of its edit. Returns false if no review is open. */
export async function endStoryReview(ctx: Ctx, story: StoryRecord): Promise<boolean> {
  if (!(await withdrawReview(ctx, 'story', story.id))) return false;
  const actorId = ctx.actor?.id ?? null;
  if (story.facts.editStatus === 'pending') await moveStoryEdit(ctx.db, story, 'withdraw', actorId);
  else {
    await moveStory(ctx.db, story, 'withdraw', { actorId });
    await ctx.firstChapter.withdraw(ctx, story.id);
  }
  return true;
}

/** Discards the edit of a published story: resets the working copy to the published texts. */
export async function discardEdit(ctx: Ctx, input: { storyId: string }): Promise<StoryDraft> {
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOrThrow(inner.db, input.storyId);
    authorize(canDiscardEdit(ctx.actor, story.facts));
    await moveStoryEdit(inner.db, story, 'end', memberOf(ctx).id);
    await resetCopy(inner.db, story.id, publishedColumnNames(ctx.storyFields));
    return toStoryDraft(inner, await lockStoryOrThrow(inner.db, story.id));
  });
}

/** Deletes the story for everyone and withdraws its pending submissions. It can be restored within 30 days. */
export async function deleteStory(ctx: Ctx, input: { storyId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOrThrow(inner.db, input.storyId);
    authorize(canDeleteStory(ctx.actor, story.facts));
    await emit(inner, 'story.changing', { storyId: story.id });
    authorize(await askGuards(inner, 'story.delete', story));
    await closeStory(inner, story);
    return DONE;
  });
}

/** Deletes a story, regardless of who requested it. Requires an open transaction and the story lock. */
export async function closeStory(ctx: Ctx, story: StoryRecord): Promise<void> {
  await endStoryReview(ctx, story);
  await ctx.firstChapter.withdrawAll(ctx, story.id);
  if (isPublicStory(story.facts)) await emit(ctx, 'story.visibility_changing', { storyId: story.id, isPublic: false });
  await changeStory(ctx.db, story.id, { deleted_at: sql<Date>`db_clock()` });
  await emit(ctx, 'story.closed', { storyId: story.id });
  await setListed(ctx.db, story.id, false);
  if (isPublicStory(story.facts))
    await invalidateCacheTags(ctx, storyTag(story.id), profileTag(story.facts.creatorId), HOME_TAG);
}

/**
 * Restores a deleted story. Throws story_not_found if it is not deleted, not the caller’s, or was deleted too long ago.
 */
export async function undeleteStory(ctx: Ctx, input: { storyId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOrThrow(inner.db, input.storyId);
    authorize(canUndeleteStory(ctx.actor, story.facts));
    const oldest = new Date((await databaseNow(inner.db)).getTime() - DELETED_KEPT);
    const isPublished = story.facts.status === 'published';
    if (isPublished) await emit(inner, 'story.visibility_changing', { storyId: story.id, isPublic: true });
    const restored = await restoreStory(inner.db, story.id, oldest);
    if (!restored) throw new AppError('story_not_found');
    await setListed(inner.db, story.id, restored.wasListed && isPublished);
    if (isPublished) {
      await emit(inner, 'story.published', { storyId: story.id, mode: story.mode });
      await invalidateCacheTags(inner, storyTag(story.id), userTag(story.facts.creatorId), HOME_TAG);
    }
    return DONE;
  });
}
