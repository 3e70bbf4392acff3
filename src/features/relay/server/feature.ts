import type { Ctx } from '#platform/context.ts';
import { serverFeature } from '#platform/features/feature.ts';
import { relayModel } from '../model/mode.ts';
import { turnHolderSql, turnToWrite } from './member-work.ts';
import { relayRoutes } from './relay.routes.ts';
import { advanceTurnsOf, joinRelay, leaveRelay, reconcileTurnsOf, relayMode, turnHolder } from './relay-mode.ts';
import { turn } from './relay-needs.ts';
import { tables } from './tables.ts';
import { advanceExpiredTurns, remindOfRest, remindWriters } from './turn-timer.tick.ts';
import { isWritingTurn } from './turns.repo.ts';
import { reconcileTurn } from './turns.service.ts';

const reconcile = (ctx: Ctx, { storyId }: { storyId: string }) => reconcileTurn(ctx, storyId);
const advance = (ctx: Ctx, { accountId }: { accountId: string }) => advanceTurnsOf(ctx, accountId);

export const relay = serverFeature({
  name: 'relay',
  routes: relayRoutes,
  everyMinute: { advanceExpiredTurns, remindWriters, remindOfRest },
  on: {
    'account.restricted': advance,
    'account.deletion_requested': advance,
    'account.lifted': (ctx, { accountId }) => reconcileTurnsOf(ctx, accountId),
    'story.published': (ctx, story) => (story.mode === 'relay' ? reconcile(ctx, story) : Promise.resolve()),
    'story.rules_changed': reconcile,
    'story.closed': reconcile,
    'story.banned': reconcile,
    'story.unbanned': reconcile,
    'participant.joined': joinRelay,
    'participant.left': leaveRelay,
  },

  provides: { turnHolder, turnHolderSql },
  contributes: {
    tables,
    noticeChecks: {
      relay_your_turn: ({ db }, { to, key }) => isWritingTurn(db, key.split(':')[0]!, to),
      // Members who leave know that their turn has ended.
      relay_turn_passed: async (_ctx, { params }) => params.cause !== 'left',
    },
    nextSteps: { turn: turnToWrite },
    needs: { turn },
    modes: { relay: relayMode },
    modeModels: { relay: relayModel },
  },
});
