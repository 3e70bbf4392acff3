export { relayRoutes } from './relay.routes.ts';
export { passTurnsOf, relayMembership, relayMode, settleRelaysOf } from './relay-mode.ts';
export { passExpiredTurns, remindWriters } from './turn-clock.tick.ts';
export { settle as settleRelay } from './turns.service.ts';
