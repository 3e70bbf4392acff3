import { sql } from 'kysely';
import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError, fieldError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
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
import type { StoryDraft } from '../contract.ts';
import type { JoinPolicy } from '../model/join-policy.ts';
import type { ModeModel } from '../model/mode-model.ts';
import { defaultSettings, ownRules, type SettingName, type StoredSettings } from '../model/mode-settings.ts';
import { settingNames } from '../model/setting-views.ts';
import { missingFields } from '../model/story-fields.ts';
import { DELETED_KEPT } from '../model/story-limits.ts';
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
import type { WritingMode } from '../model/writing-mode.ts';
import { ensureCategories } from './categories.service.ts';
import { changeDraft, type DraftChanges, resetCopy, saveDraftVersion } from './drafts.repo.ts';
import {
  changeStory,
  insertStory,
  lockStoryOrThrow,
  moveStory,
  moveStoryEdit,
  restoreStory,
  type StoryRecord,
} from './stories.repo.ts';
import { coverSubject, storeDrawnCover } from './story-cover.ts';
import { setListed } from './story-stats.repo.ts';
import { HOME_TAG, storyTag } from './story-tags.ts';
import { toStoryDraft } from './story-views.ts';

/** Maximum number of drafts per member, so that no one fills the site with abandoned drafts. */
const MAX_DRAFTS = 100;

interface Texts {
  title?: string | undefined;
  description?: string | undefined;
  categories?: string[] | undefined;
  language?: Language | undefined;
}

/** Creates a story. Throws too_many_drafts. */
export async function createStory(ctx: Ctx, input: Texts & { title: string; mode: WritingMode }): Promise<StoryDraft> {
  const actor = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const { drafts } = await inner.db
      .selectFrom('stories')
      .where('creator_id', '=', actor.id)
      .where('status', '=', 'draft')
      .where('deleted_at', 'is', null)
      .select((eb) => eb.fn.countAll<string>().as('drafts'))
      .executeTakeFirstOrThrow();
    if (Number(drafts) >= MAX_DRAFTS) throw new AppError('too_many_drafts');
    await ensureCategories(inner, input.categories ?? []);
    const language = input.language ?? ctx.language;
    const cover = await storeDrawnCover(inner, actor.id, {
      title: input.title,
      mode: input.mode,
      author: actor.username,
      lang: language,
    });
    const { units, joinPolicy, participants, own } = ctx.modeModels[input.mode].settings;
    const id = await insertStory(
      inner.db,
      {
        creator_id: actor.id,
        mode: input.mode,
        min_units: units.min,
        max_units: units.max,
        join_policy: joinPolicy,
        participant_limit: participants?.default ?? null,
        mode_settings: defaultSettings(own),
      },
      {
        title: input.title,
        description: input.description ?? '',
        categories: input.categories ?? [],
        language,
        cover_key: cover,
      },
    );
    return toStoryDraft(inner, await lockStoryOrThrow(inner.db, id));
  });
}

type SettingChanges = { [Name in SettingName]?: number | undefined };

interface Changes extends Texts, SettingChanges {
  storyId: string;
  version?: number | undefined;
  mode?: WritingMode | undefined;
  progress?: 'ongoing' | 'paused' | 'ended' | undefined;
  minUnits?: number | undefined;
  maxUnits?: number | undefined;
  joinPolicy?: JoinPolicy | undefined;
  participantLimit?: number | undefined;
}

/** Saves the given fields. Throws story_mode_fixed, story_in_review, or conflict (with the current draft). */
export async function updateStory(ctx: Ctx, input: Changes): Promise<StoryDraft> {
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOrThrow(inner.db, input.storyId);
    const { title, description, categories, language } = input;
    const texts = { title, description, categories, language };
    const hasTexts = Object.values(texts).some((value) => value !== undefined);
    authorize(hasTexts ? canEditStory(ctx.actor, story.facts) : canSetRules(ctx.actor, story.facts));
    if (input.mode !== undefined && input.mode !== story.mode) throw new AppError('story_mode_fixed');
    if (input.version !== undefined && input.version !== story.draft.version) {
      throw new AppError('conflict', { details: { current: await toStoryDraft(inner, story) } });
    }
    if (hasTexts) await saveTexts(inner, story, texts);
    await saveRules(inner, story, input);
    return toStoryDraft(inner, await lockStoryOrThrow(inner.db, story.id));
  });
}

async function saveTexts(ctx: Ctx, story: StoryRecord, given: Texts): Promise<void> {
  const { draft } = story;
  await ensureCategories(ctx, given.categories ?? []);
  const texts = {
    title: given.title ?? draft.title,
    description: given.description ?? draft.description,
    categories: given.categories ?? draft.categories,
    language: given.language ?? draft.language,
  };
  const isRedrawn = !draft.cover_uploaded && (texts.title !== draft.title || texts.language !== draft.language);
  const subject = coverSubject(story, texts);
  const coverKey = isRedrawn ? await storeDrawnCover(ctx, story.facts.creatorId, subject) : draft.cover_key;
  await saveDraft(ctx, story, { ...texts, cover_key: coverKey });
}

async function saveDraft(ctx: Ctx, story: StoryRecord, changes: DraftChanges): Promise<void> {
  if (!(await saveDraftVersion(ctx.db, story.id, story.draft.version, changes))) throw new AppError('conflict');
  if (story.facts.status === 'published' && story.facts.editStatus === null) {
    await moveStoryEdit(ctx.db, story, 'begin', memberOf(ctx).id);
  }
}

async function saveRules(ctx: Ctx, story: StoryRecord, changes: Changes): Promise<void> {
  const { progress, minUnits, maxUnits, joinPolicy, participantLimit } = changes;
  const model = ctx.modeModels[story.mode];
  const settings = changedSettings(ctx, changes);
  const given = [progress, minUnits, maxUnits, joinPolicy, participantLimit, ...Object.values(settings)];
  if (given.every((value) => value === undefined)) return;
  checkJoining(model, changes);
  checkSettings(model, story, changes, settings);
  if (participantLimit !== undefined) await checkTaken(ctx, story, participantLimit);
  const min = minUnits ?? story.minUnits;
  const max = maxUnits ?? story.maxUnits;
  if (min >= max) throw fieldError(maxUnits === undefined ? 'minUnits' : 'maxUnits', 'units_order');
  await emit(ctx, 'story.changing', { storyId: story.id });
  await changeStory(ctx.db, story.id, {
    min_units: min,
    max_units: max,
    ...(progress ? { progress } : {}),
    ...(joinPolicy ? { join_policy: joinPolicy } : {}),
    ...(participantLimit ? { participant_limit: participantLimit } : {}),
    mode_settings: toJson({ ...story.modeSettings, ...settings }),
  });
  await emit(ctx, 'story.rules_changed', { storyId: story.id });
  if (!isPublicStory(story.facts)) return;
  await invalidateCacheTags(ctx, storyTag(story.id));
  // The home page shows which stories are looking for writers.
  if (progress !== undefined || joinPolicy !== undefined || participantLimit !== undefined)
    await invalidateCacheTags(ctx, HOME_TAG);
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

/** Checks that the mode has these rules, and that the participant limit is within its bounds. */
function checkJoining({ isShared, settings }: ModeModel, { joinPolicy, participantLimit }: Changes): void {
  if (!isShared && joinPolicy !== undefined) throw fieldError('joinPolicy', 'not_in_this_mode');
  if (participantLimit === undefined) return;
  if (!settings.participants) throw fieldError('participantLimit', 'not_in_this_mode');
  const { min, max } = settings.participants;
  if (participantLimit < min || participantLimit > max)
    throw fieldError('participantLimit', 'participants_bounds', { min, max });
}

/** Returns the given settings of modes. */
function changedSettings({ modeModels }: Ctx, changes: Changes): StoredSettings {
  return Object.fromEntries(
    settingNames(modeModels).flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name]]])),
  );
}

/** Checks that the mode has these settings, and that none needs more writers than may take part. */
function checkSettings({ settings: { own } }: ModeModel, story: StoryRecord, changes: Changes, given: StoredSettings) {
  const rules = ownRules(own);
  for (const name of Object.keys(given))
    if (!rules.some(([known]) => known === name)) throw fieldError(name, 'not_in_this_mode');
  const { participantLimit = story.participantLimit ?? Number.POSITIVE_INFINITY } = changes;
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
    await resetCopy(inner.db, story.id);
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
