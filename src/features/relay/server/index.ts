export { relayRoutes } from './relay.routes.ts';
export { advanceTurnsOf, reconcileTurnsOf, relayMembership, relayMode } from './relay-mode.ts';
export { advanceExpiredTurns, remindWriters } from './turn-timer.tick.ts';
export { reconcileTurn as settleRelay } from './turns.service.ts';
