import { handle } from '#platform/http/pipeline.ts';
import { relayApi } from '../contract.ts';
import { getRelayViewerState, getTurn } from './relay.queries.ts';
import { extendTurn, passTurn, reassignTurn, rejoinQueue } from './relay.service.ts';

export const relayRoutes = [
  handle(relayApi.turn, getTurn),
  handle(relayApi.viewerState, getRelayViewerState),
  handle(relayApi.passTurn, passTurn),
  handle(relayApi.extend, extendTurn),
  handle(relayApi.reassign, reassignTurn),
  handle(relayApi.rejoinQueue, rejoinQueue),
];
