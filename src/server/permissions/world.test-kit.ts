import { DAY, HOUR } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { contestApi } from '#features/contest/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { notify } from '#features/messages/server/index.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import type { RestrictionAction } from '#features/moderation/model/restriction.ts';
import { participationApi } from '#features/participation/contract.ts';
import { relayApi } from '#features/relay/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { categoryApi } from '#features/stories/contract-categories.ts';
import { translationApi } from '#features/translation/contract.ts';
import { beginEntry, buildCompetition, enterRound, startRound } from '#testing/competitions.ts';
import { openAll, tickRounds } from '#testing/contests.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  buildStory,
  doubtfulProse,
  findQueued,
  type Member,
  prose,
} from '#testing/factories.ts';
import type { Caller, TestApp } from '#testing/test-app.ts';
import { letIn, letPass, newestMessage } from '#testing/together.ts';
import { buildTranslation, makeReviewer, publishTranslation, submitTranslation } from '#testing/translations.ts';

/**
 * Visitor, member, participant, current writer of the relay, creator, translator, reviewer of translations, moderator,
 * administrator, suspended, banned. The last two come with the tokens that they had.
 */
export const ROLES = ['V', 'M', 'P', 'W', 'C', 'T', 'R', 'Mo', 'A', 'S', 'B'] as const;
export type Role = (typeof ROLES)[number];
type SignedIn = Exclude<Role, 'V'>;

/** No id of anything. */
export const MISSING = '987654321';

/** What an act is tried on. `own …` is another one for each caller; all others are of who is named in the world. */
export type Target =
  | 'nothing'
  | 'own story'
  | 'own chapter'
  | 'own message'
  | 'own account'
  | 'member'
  | 'participant'
  | 'applicant'
  | 'solo'
  | 'chapter'
  | 'draft chapter'
  | 'relay'
  | 'turn draft'
  | 'branch'
  | 'branch chapter'
  | 'branch draft'
  | 'competition'
  | 'resting competition'
  | 'scheduled round'
  | 'writing round'
  | 'voting round'
  | 'completed round'
  | 'draft entry'
  | 'entry'
  | 'won entry'
  | 'draft story'
  | 'draft story’s chapter'
  | 'pending story'
  | 'pending chapter'
  | 'deleted story'
  | 'deleted chapter'
  | 'review'
  | 'version of the review'
  | 'review of the moderator’s own'
  | 'session'
  | 'moderator'
  | 'administrator'
  | 'report'
  | 'reported story'
  | 'hidden chapter'
  | 'banned story'
  | 'restriction'
  | 'appealed restriction'
  | 'appeal'
  | 'feedback'
  | 'suggestion'
  | 'message'
  | 'invitation'
  | 'application'
  | 'saved translation'
  | 'waiting translation'
  | 'public translation'
  | 'claimed translation'
  | 'version of the claimed translation'
  | 'name';

export interface PermissionWorld {
  readonly callers: Record<Role, Caller>;
  emailOf: (role: Role) => string | null;
  /** Of what the act is tried on, for this caller. */
  idOf: (target: Target, role: Role) => string;
  /** Lets everything be again as it was when the world was made. */
  restore: () => Promise<void>;
}

/**
 * One site with something of every kind and in every state. C has begun a story of each mode; P takes part in all that one
 * can take part in, W in the relay and in the rounds; T has translated the chapter of the solo story into German, which R
 * reviews.
 */
export async function buildPermissionWorld(app: TestApp): Promise<PermissionWorld> {
  // Nobody tells this process of changes.
  app.app.cache.setListening(false);
  const members = {} as Record<SignedIn, Member>;
  for (const role of ROLES)
    if (role !== 'V')
      members[role] = await buildMember(app, role in GRANTS ? { role: GRANTS[role as 'Mo' | 'A'] } : {});
  const applicant = await buildMember(app);
  const everyone = [...Object.values(members), applicant];
  const ids = new Map<string, string>([['nothing', MISSING]]);
  const world: World = { app, members, applicant, put: (target, id) => void ids.set(target, id) };

  // First of all, since time goes by in it, and with it sessions.
  await buildRounds(world, everyone);
  await buildStories(world);
  for (const [role, member] of Object.entries(members)) {
    const { id: storyId } = await buildStory(app, member);
    const { id: chapterId } = await buildChapterDraft(app, member, storyId);
    await notify(app.deps, { to: member.id, type: 'system_notice', params: { text: 'Welcome' } });
    const [message] = await app.call(messageApi.unread, {}, member);
    ids.set(`own story ${role}`, storyId);
    ids.set(`own chapter ${role}`, chapterId);
    ids.set(`own message ${role}`, message!.id);
    ids.set(`own account ${role}`, member.id);
  }
  await buildCases(world);
  return {
    callers: { V: {}, ...members },
    emailOf: (role) => (role === 'V' ? null : members[role].email),
    idOf(target, role) {
      const id = ids.get(target) ?? ids.get(`${target} ${role}`);
      if (!id) throw new Error(`There is no ${target} of ${role}`);
      return id;
    },
    restore: await keepCopy(app),
  };
}

const GRANTS = { Mo: 'moderator', A: 'administrator' } as const;

interface World {
  app: TestApp;
  members: Record<SignedIn, Member>;
  applicant: Member;
  put: (target: Target, id: string) => void;
}

/** Rounds of C in every phase, with an entry of P in each that is written in or was. */
async function buildRounds({ app, members, put }: World, everyone: Member[]): Promise<void> {
  const { C, P, W } = members;
  const begin = async () => {
    const competition = await buildCompetition(app, 0, C);
    const { storyId } = competition;
    await app.call(storyApi.update, { storyId, writingHours: 1, votingHours: 1, minParticipants: 2 }, C);
    for (const member of [P, W]) await app.call(participationApi.apply, { storyId }, member);
    return competition;
  };
  const writeTwo = async () => {
    const { id: roundId } = await startRound(app, await begin());
    const { id: entryId } = await enterRound(app, roundId, P);
    await enterRound(app, roundId, W);
    await app.work();
    return { roundId, entryId };
  };
  const pass = async () => {
    await letPass(app, HOUR, everyone);
    await tickRounds(app);
  };
  const completed = await writeTwo();
  put('completed round', completed.roundId);
  put('won entry', completed.entryId);
  await pass();
  const voting = await writeTwo();
  put('voting round', voting.roundId);
  put('entry', voting.entryId);
  await pass();
  await openAll(app, voting, [members.M]);
  const open = await begin();
  const { id: roundId } = await startRound(app, open);
  put('competition', open.storyId);
  put('writing round', roundId);
  put('draft entry', (await beginEntry(app, roundId, P)).id);
  const waiting = await begin();
  put('resting competition', waiting.storyId);
  const startsAt = new Date(app.clock.now().getTime() + DAY).toISOString();
  const due = await begin();
  const scheduled = await app.call(contestApi.createRound, { storyId: due.storyId, start: 'at', startsAt }, C);
  put('scheduled round', scheduled.id);
}

const RULE = { rule: 'spam', reason: 'Somebody else wrote all of it.' } as const;

/** What was reported, restricted and appealed against. All of it was decided by the moderator; S and B are two of it. */
async function buildCases({ app, members, put }: World): Promise<void> {
  const { M, C, S, B, Mo, A } = members;
  const restrict = (action: RestrictionAction, targetId: string) =>
    app.call(caseApi.restrict, { action, targetId, ...RULE, ...(action === 'suspend' ? { days: 7 } : {}) }, Mo);
  const [session] = await app.call(accountApi.sessions, {}, C);
  put('session', session!.id);
  put('moderator', Mo.id);
  put('administrator', A.id);
  const { story } = await buildPublishedStory(app, C);
  const report = { kind: 'story', targetId: story.id, reason: 'spam' } as const;
  put('report', (await app.call(caseApi.report, report, M)).caseId);
  put('reported story', story.id);
  await app.call(moderationApi.feedback, { type: 'bug', description: 'It is broken.' }, M);
  put('feedback', (await app.database.db.selectFrom('feedback').select('id').executeTakeFirstOrThrow()).id);
  const hidden = await buildPublishedStory(app, C);
  put('hidden chapter', hidden.chapterId);
  put('restriction', (await restrict('hide_chapter', hidden.chapterId)).restrictionId);
  const banned = await buildPublishedStory(app, C);
  put('banned story', banned.story.id);
  const { restrictionId } = await restrict('ban_story', banned.story.id);
  put('appealed restriction', restrictionId);
  await app.call(caseApi.appeal, { restrictionId, text: 'I wrote all of it.' }, C);
  put('appeal', (await app.database.db.selectFrom('appeals').select('id').executeTakeFirstOrThrow()).id);
  await restrict('suspend', S.id);
  await restrict('ban', B.id);
}

async function buildStories(world: World): Promise<void> {
  const { app, members, applicant, put } = world;
  const { C, P, W, T, Mo } = members;
  const solo = await buildPublishedStory(app, C);
  put('solo', solo.story.id);
  put('chapter', solo.chapterId);
  put('draft chapter', (await buildChapterDraft(app, C, solo.story.id)).id);

  const { story: relay } = await buildPublishedStory(app, C, { mode: 'relay' });
  put('relay', relay.id);
  await letIn(app, C, relay.id, W);
  await letIn(app, C, relay.id, P);
  await app.call(relayApi.passTurn, { storyId: relay.id, nextAuthorId: W.id }, C);
  put('turn draft', (await buildChapterDraft(app, W, relay.id)).id);
  await app.call(participationApi.invite, { storyId: relay.id, userId: T.id }, C);
  put('invitation', (await newestMessage(app, T, 'story_invite')).id);
  await app.call(participationApi.apply, { storyId: relay.id }, applicant);
  put('application', (await newestMessage(app, C, 'story_apply')).id);
  put('participant', P.id);
  put('applicant', applicant.id);
  put('member', C.id);

  const branch = await buildPublishedStory(app, C, { mode: 'branch' });
  put('branch', branch.story.id);
  put('branch chapter', branch.chapterId);
  await app.call(participationApi.apply, { storyId: branch.story.id }, P);
  const way = { parentChapterId: branch.chapterId, choice: 'left' };
  put('branch draft', (await buildChapterDraft(app, P, branch.story.id, way)).id);

  const begun = async (words: string) => {
    const { id: storyId } = await buildStory(app, C);
    const { id: chapterId } = await buildChapterDraft(app, C, storyId, { content: words });
    return { storyId, chapterId };
  };
  const draft = await begun(prose(150, 800));
  put('draft story', draft.storyId);
  put('draft story’s chapter', draft.chapterId);
  const pending = await begun(doubtfulProse(150, 801));
  await app.call(storyApi.submit, { storyId: pending.storyId }, C);
  await app.work();
  put('pending story', pending.storyId);
  put('pending chapter', pending.chapterId);
  const { id: reviewId } = await findQueued(app, Mo, pending.storyId);
  put('review', reviewId);
  const { version } = await app.call(moderationApi.review, { reviewId }, Mo);
  put('version of the review', String(version));
  const own = await buildStory(app, Mo);
  await buildChapterDraft(app, Mo, own.id, { content: doubtfulProse(150, 802) });
  await app.call(storyApi.submit, { storyId: own.id }, Mo);
  await app.work();
  put('review of the moderator’s own', (await findQueued(app, members.A, own.id)).id);
  await app.call(categoryApi.suggest, { name: 'Tall tales', reason: 'Somebody has to.' }, members.M);
  const suggestion = await app.database.db.selectFrom('category_suggestions').select('id').executeTakeFirstOrThrow();
  put('suggestion', suggestion.id);
  const deleted = await buildPublishedStory(app, C);
  await app.call(storyApi.delete, { storyId: deleted.story.id }, C);
  put('deleted story', deleted.story.id);
  put('deleted chapter', deleted.chapterId);
  const [message] = await app.call(messageApi.unread, {}, C);
  put('message', message!.id);

  await makeReviewer(app, members.R, 'de');
  const task = { storyId: solo.story.id, chapterId: solo.chapterId };
  const [translator, reviewer] = [T, members.R];
  put('public translation', await publishTranslation(app, { ...task, language: 'de', translator, reviewer }));
  put('saved translation', (await buildTranslation(app, T, { ...task, language: 'fr' })).id);
  put('waiting translation', (await submitTranslation(app, T, { storyId: solo.story.id, language: 'de' })).id);
  const { id: translationId } = await submitTranslation(app, T, { storyId: branch.story.id, language: 'de' });
  const claimed = await app.call(translationApi.claim, { translationId }, reviewer);
  put('claimed translation', translationId);
  put('version of the claimed translation', String(claimed.version));
  const name = { storyId: solo.story.id, language: 'de' as const, term: 'Salt', translation: 'Salz' };
  put('name', (await app.call(translationApi.saveName, name, T)).id);
}

/**
 * Keeps a copy of every row and marks what is written to. What gives it back knows no rule of the tables, so that it takes
 * a moment only.
 */
async function keepCopy({ database: { pool } }: TestApp): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' group by 1 order by 1`,
  );
  const copies = rows.map(
    ({ name, columns }) => `create table kept.${name} as select ${columns} from ${name};
      create trigger kept after insert or update or delete on ${name} for each statement execute function kept.mark()`,
  );
  await pool.query(`create schema kept; create table kept.marked (name text);
    create function kept.mark() returns trigger language plpgsql as
      $$ begin insert into kept.marked values (tg_table_name); return null; end $$;
    ${copies.join(';')}`);
  const columnsOf = new Map(rows.map(({ name, columns }) => [name, columns]));
  return async () => {
    const { rows: marked } = await pool.query<{ name: string }>('select distinct name from kept.marked');
    const back = marked.map(({ name }) => {
      const columns = columnsOf.get(name);
      return `delete from ${name}; insert into ${name} (${columns}) overriding system value select ${columns} from kept.${name};`;
    });
    await pool.query(`begin; set local session_replication_role = replica; ${back.join(' ')}
      delete from kept.marked; delete from graphile_worker._private_jobs; commit`);
  };
}
