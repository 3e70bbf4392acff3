import type { Selectable } from 'kysely';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { next } from '#core/machine.ts';
import type { Db } from '#platform/db/database.ts';
import type { StoryDraftsTable } from '#platform/db/schema.ts';
import { moveStatus } from '#platform/db/status-log.ts';
import { type StoryAction, storyMachine } from '../model/story-status.ts';
import { type NamedStory, toContestRules } from './story-summary.ts';

/** A story with its working copy, as its services work with it. */
export interface StoryRecord extends NamedStory {
  /** The creator's name as it stands on a drawn cover. */
  creatorName: string;
  /** As the world sees them; of the working copy while the story is not published. */
  published: { title: string; language: Language };
  draft: Selectable<StoryDraftsTable>;
}

function storyQuery(db: Db, id: string) {
  return db
    .selectFrom('stories as s')
    .innerJoin('accounts as a', 'a.id', 's.creator_id')
    .where('s.id', '=', id)
    .select(['s.id', 's.creator_id', 's.mode', 's.status', 's.edit_status', 's.deleted_at', 's.listed_at'])
    .select(['s.title', 's.language', 's.min_units', 's.max_units', 'a.username'])
    .select(['s.progress', 's.joining', 's.participant_limit', 's.turn_days'])
    .select(['s.writing_hours', 's.voting_hours', 's.min_participants']);
}

async function toRecord(
  db: Db,
  row: Awaited<ReturnType<ReturnType<typeof storyQuery>['executeTakeFirst']>>,
): Promise<StoryRecord | null> {
  if (!row) return null;
  const draft = await db
    .selectFrom('story_drafts')
    .selectAll()
    .where('story_id', '=', row.id)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    mode: row.mode,
    facts: {
      creatorId: row.creator_id,
      status: row.status,
      editStatus: row.edit_status,
      deleted: row.deleted_at !== null,
    },
    creatorName: row.username,
    published: { title: row.title ?? draft.title, language: row.language ?? draft.language },
    minUnits: row.min_units,
    maxUnits: row.max_units,
    progress: row.progress,
    joining: row.joining,
    participantLimit: row.participant_limit,
    turnDays: row.turn_days,
    contest: toContestRules(row),
    listed: row.listed_at !== null,
    draft,
  };
}

export async function findStory(db: Db, id: string): Promise<StoryRecord | null> {
  return toRecord(db, await storyQuery(db, id).executeTakeFirst());
}

/** The story, locked against other writers until the transaction ends. */
export async function lockStory(db: Db, id: string): Promise<StoryRecord | null> {
  return toRecord(db, await storyQuery(db, id).forUpdate('s').executeTakeFirst());
}

/** Locks the story. Throws story_not_found if there is none. */
export async function lockStoryOrThrow(db: Db, id: string): Promise<StoryRecord> {
  const story = await lockStory(db, id);
  if (!story) throw new AppError('story_not_found');
  return story;
}

/** Moves the status by an action of the machine. Throws `conflict` when somebody was faster. */
export async function moveStory(
  db: Db,
  story: StoryRecord,
  action: StoryAction,
  by: { actorId: string | null; reason?: string },
): Promise<void> {
  const from = story.facts.status;
  const holder = { kind: 'story', id: story.id, table: 'stories', column: 'status' } as const;
  await moveStatus(db, holder, { action, from, to: next(storyMachine, from, action), ...by });
}
