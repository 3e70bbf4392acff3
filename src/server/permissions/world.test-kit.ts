import { ACCOUNT_ACTS, plantAccounts } from '#features/accounts/testing/permissions.ts';
import type { AccountTarget } from '#features/accounts/testing/targets.ts';
import { BRANCH_ACTS, plantBranch } from '#features/branch/testing/permissions.ts';
import type { BranchTarget } from '#features/branch/testing/targets.ts';
import { CHAPTER_ACTS, plantTexts } from '#features/chapters/testing/permissions.ts';
import type { ChapterTarget } from '#features/chapters/testing/targets.ts';
import { CONTEST_ACTS, plantRounds } from '#features/contest/testing/permissions.ts';
import type { ContestTarget } from '#features/contest/testing/targets.ts';
import { DISCOVERY_ACTS } from '#features/discovery/testing/permissions.ts';
import { messageApi } from '#features/messages/contract.ts';
import { notify } from '#features/messages/server/index.ts';
import { MESSAGE_ACTS, plantMessage } from '#features/messages/testing/permissions.ts';
import type { MessageTarget } from '#features/messages/testing/targets.ts';
import { MODERATION_ACTS, plantCases, plantReviews } from '#features/moderation/testing/permissions.ts';
import type { ModerationTarget } from '#features/moderation/testing/targets.ts';
import { PAGE_ACTS } from '#features/pages/testing/permissions.ts';
import { PARTICIPATION_ACTS, plantRequests } from '#features/participation/testing/permissions.ts';
import type { ParticipationTarget } from '#features/participation/testing/targets.ts';
import { PROFILE_ACTS } from '#features/profile/testing/permissions.ts';
import { READER_ACTS } from '#features/reader/testing/permissions.ts';
import { plantRelay, RELAY_ACTS } from '#features/relay/testing/permissions.ts';
import type { RelayTarget } from '#features/relay/testing/targets.ts';
import { plantSuggestion, STORY_ACTS } from '#features/stories/testing/permissions.ts';
import type { StoryTarget } from '#features/stories/testing/targets.ts';
import { plantTranslations, TRANSLATION_ACTS } from '#features/translation/testing/permissions.ts';
import type { TranslationTarget } from '#features/translation/testing/targets.ts';
import { buildChapterDraft, buildMember, buildStory, type Member } from '#testing/factories.ts';
import type { Act } from '#testing/permissions/acts.ts';
import { keepCopy, MISSING, ROLES, type Role, type SignedIn, type World } from '#testing/permissions/world.ts';
import type { Caller, TestApp } from '#testing/test-app.ts';

/** What an act is tried on. `own …` is a different one for each caller. All others belong to members of the world. */
export type Target =
  | 'nothing'
  | AccountTarget
  | MessageTarget
  | ModerationTarget
  | StoryTarget
  | ParticipationTarget
  | ChapterTarget
  | RelayTarget
  | BranchTarget
  | ContestTarget
  | TranslationTarget;

/** All acts of the site, by feature. */
export const ACTS: readonly Act<Target>[] = [
  ...ACCOUNT_ACTS,
  ...MESSAGE_ACTS,
  ...MODERATION_ACTS,
  ...STORY_ACTS,
  ...PARTICIPATION_ACTS,
  ...CHAPTER_ACTS,
  ...RELAY_ACTS,
  ...BRANCH_ACTS,
  ...CONTEST_ACTS,
  ...TRANSLATION_ACTS,
  ...DISCOVERY_ACTS,
  ...PROFILE_ACTS,
  ...READER_ACTS,
  ...PAGE_ACTS,
];

export interface PermissionWorld {
  readonly callers: Record<Role, Caller>;
  emailOf: (role: Role) => string | null;
  /** Returns the id of what the act is tried on, for this caller. */
  idOf: (target: Target, role: Role) => string;
  /** Restores everything as it was when the world was built. */
  restore: () => Promise<void>;
}

const GRANTS = { Mo: 'moderator', A: 'administrator' } as const;

/**
 * Builds a site with something of every kind and in every state. C has created a story of each mode. P takes part in
 * everything possible, W in the relay and in the rounds. T has translated the chapter of the solo story into German,
 * which R reviews.
 */
export async function buildPermissionWorld(app: TestApp): Promise<PermissionWorld> {
  // This process gets no invalidations.
  app.app.cache.setListening(false);
  const members = {} as Record<SignedIn, Member>;
  for (const role of ROLES)
    if (role !== 'V')
      members[role] = await buildMember(app, role in GRANTS ? { role: GRANTS[role as 'Mo' | 'A'] } : {});
  const applicant = await buildMember(app);
  const ids = new Map<string, string>([['nothing', MISSING]]);
  const find = (name: string) => {
    const id = ids.get(name);
    if (!id) throw new Error(`There is no ${name}`);
    return id;
  };
  const world: World<Target> = {
    app,
    members,
    applicant,
    everyone: [...Object.values(members), applicant],
    put: (target, id) => void ids.set(target, id),
    idOf: find,
  };

  // First, because it advances the clock, and sessions expire.
  await plantRounds(world);
  await plantTexts(world);
  await plantRelay(world);
  await plantRequests(world);
  await plantBranch(world);
  await plantReviews(world);
  await plantSuggestion(world);
  await plantMessage(world);
  await plantTranslations(world);
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
  await plantAccounts(world);
  await plantCases(world);
  return {
    callers: { V: {}, ...members },
    emailOf: (role) => (role === 'V' ? null : members[role].email),
    idOf: (target, role) => find(ids.has(target) ? target : `${target} ${role}`),
    restore: await keepCopy(app),
  };
}
