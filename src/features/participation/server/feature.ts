import { findStory } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { serverFeature } from '#platform/features/feature.ts';
import { dropOldLinks, withdrawLinks } from './invitation-links.repo.ts';
import { applicationsMade, applicationsWaiting } from './member-work.ts';
import { notifyCoAuthors, removeFromAllStories } from './membership.ts';
import { findHeir } from './participants.repo.ts';
import { storyMembership } from './participation.queries.ts';
import { participationRoutes } from './participation.routes.ts';
import type {} from './participation-events.ts';
import type {} from './participation-ports.ts';
import { application, invitation } from './request-needs.ts';
import { expireRequests, withdrawOfMember, withdrawOfStory } from './requests.ts';
import { tables } from './tables.ts';
import { wishes } from './wishes.ts';

async function withdrawOf(ctx: Ctx, { accountId }: { accountId: string }): Promise<void> {
  await withdrawOfMember(ctx, accountId);
  await withdrawLinks(ctx.db, 'created_by', accountId);
}

/** Withdraws everything that could still add a writer to a story. Requires an open transaction and the story lock. */
async function withdrawAllOf(ctx: Ctx, storyId: string): Promise<void> {
  await withdrawOfStory(ctx, storyId);
  await withdrawLinks(ctx.db, 'story_id', storyId);
}

export const participation = serverFeature({
  name: 'participation',
  routes: participationRoutes,
  everyMinute: { expireRequests },
  everyHour: { dropOldInvitationLinks: ({ db }) => dropOldLinks(db) },
  on: {
    'account.restricted': withdrawOf,
    'account.deletion_requested': withdrawOf,
    async 'story.rules_changed'(ctx, { storyId }) {
      // An ended story accepts no writers, so open requests are withdrawn.
      if ((await findStory(ctx.db, storyId))?.progress === 'ended') await withdrawAllOf(ctx, storyId);
    },
    async 'story.closed'(ctx, { storyId }) {
      await notifyCoAuthors(ctx, storyId, 'story_deleted');
      await withdrawAllOf(ctx, storyId);
    },
    async 'story.banned'(ctx, { storyId }) {
      await notifyCoAuthors(ctx, storyId, 'story_banned');
      await withdrawAllOf(ctx, storyId);
    },
    'story.unbanned': (ctx, { storyId }) => notifyCoAuthors(ctx, storyId, 'story_unbanned'),
  },
  provides: { membership: storyMembership, heirOf: findHeir },
  contributes: {
    tables,
    wishes,
    nextSteps: { applications: (_ctx, id) => applicationsWaiting(id) },
    interactions: { application: applicationsMade },
    needs: { application, invitation },
    erasureSteps: { leaveStories: { phase: 'memberships', run: removeFromAllStories } },
  },
});
