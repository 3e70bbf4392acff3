import { findStory } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { serverFeature } from '#platform/features/feature.ts';
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

const withdrawOf = (ctx: Ctx, { accountId }: { accountId: string }) => withdrawOfMember(ctx, accountId);

export const participation = serverFeature({
  name: 'participation',
  routes: participationRoutes,
  everyMinute: { expireRequests },
  on: {
    'account.restricted': withdrawOf,
    'account.deletion_requested': withdrawOf,
    async 'story.rules_changed'(ctx, { storyId }) {
      // An ended story accepts no writers, so open requests are withdrawn.
      if ((await findStory(ctx.db, storyId))?.progress === 'ended') await withdrawOfStory(ctx, storyId);
    },
    async 'story.closed'(ctx, { storyId }) {
      await notifyCoAuthors(ctx, storyId, 'story_deleted');
      await withdrawOfStory(ctx, storyId);
    },
    async 'story.banned'(ctx, { storyId }) {
      await notifyCoAuthors(ctx, storyId, 'story_banned');
      await withdrawOfStory(ctx, storyId);
    },
    'story.unbanned': (ctx, { storyId }) => notifyCoAuthors(ctx, storyId, 'story_unbanned'),
  },
  provides: { membership: storyMembership, heirOf: findHeir },
  contributes: {
    tables,
    nextSteps: { applications: (_ctx, id) => applicationsWaiting(id) },
    interactions: { application: applicationsMade },
    needs: { application, invitation },
    erasureSteps: { leaveStories: { phase: 'memberships', run: removeFromAllStories } },
  },
});
