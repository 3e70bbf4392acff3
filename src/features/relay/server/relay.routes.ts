import type { ChapterCtx } from '#features/chapters/server/index.ts';
import { handle } from '#platform/http/pipeline.ts';
import { relayApi } from '../contract.ts';
import { getRelayViewerState, getTurn } from './relay.queries.ts';
import { extendTurn, passTurn, reassignTurn, rejoinQueue } from './relay.service.ts';

export const relayRoutes = [
  handle(relayApi.turn, getTurn),
  handle<typeof relayApi.viewerState, ChapterCtx>(relayApi.viewerState, getRelayViewerState),
  handle<typeof relayApi.passTurn, ChapterCtx>(relayApi.passTurn, passTurn),
  handle<typeof relayApi.extend, ChapterCtx>(relayApi.extend, extendTurn),
  handle<typeof relayApi.reassign, ChapterCtx>(relayApi.reassign, reassignTurn),
  handle<typeof relayApi.rejoinQueue, ChapterCtx>(relayApi.rejoinQueue, rejoinQueue),
];
