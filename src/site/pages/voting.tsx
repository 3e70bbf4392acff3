import type { Translate } from '#core/messages.ts';
import { to } from '#core/pages.ts';
import { contestApi, type EntryText, type RoundDetail } from '#features/contest/contract.ts';
import type { ShownEntry } from '#features/contest/web/ballot/shown-entry.ts';
import type { PageContext } from '#web/page/context.ts';
import { excerpt } from '#web/page/head.ts';
import { load, missing } from '#web/page/load.ts';
import { ReadingLayout } from '../layout/reading.tsx';
import { definePage } from '../page.ts';
import VotingView, { type ShownRound } from './voting.view.tsx';

export const voting = definePage('voting', {
  async load(request) {
    const { translator, params, query } = request;
    const entry = query.get('entry');
    const { round, shown } = await loadRound(request, params.roundId, entry);
    const head = {
      title: `${titleOf(shown, round, translator.t)} · ${round.story.title}`,
      description: excerpt(round.story.description),
      keywords: translator.t('meta.keywords'),
      // During voting, all entries are on the one page of the ballot.
      path: to.voting({ roundId: round.id }, { entry: shown.kind === 'entry' ? entry : null }),
      image: round.story.socialImageUrl,
      type: 'article' as const,
    };
    return { head, data: { round, shown } };
  },
  layout: () => ReadingLayout,
  script: 'hydrated',
  Content: VotingView,
});

/** An entry as the page shows it. `text`, which has no markup, is for other clients of the API. */
const shownEntry = ({ text: _, ...entry }: EntryText): ShownEntry => entry;

/** Loads an entry. Throws a 404 failure if it belongs to another round. */
async function loadEntry(context: PageContext, roundId: string, submissionId: string): Promise<EntryText> {
  const entry = await load(context, contestApi.entry, { submissionId });
  if (entry.roundId !== roundId) throw missing();
  return entry;
}

/** Loads what the page shows in the current phase of the round. */
async function loadShown(context: PageContext, round: RoundDetail, entryId: string | null): Promise<ShownRound> {
  const { id: roundId, storyId, status, result } = round;
  if (status === 'voting') {
    const ballotItems = await load(context, contestApi.ballot, { roundId });
    // Without a choice, no entry is shown: this page is the same for everyone, so it would favor one of them.
    const entry = entryId === null ? null : shownEntry(await loadEntry(context, roundId, entryId));
    return { kind: 'ballot', ballotItems, entry };
  }
  if (status !== 'completed' || result === null) return { kind: 'standing' };
  if (entryId !== null) {
    const entry = await loadEntry(context, roundId, entryId);
    return { kind: 'entry', entry: shownEntry(entry) };
  }
  const entries = await load(context, contestApi.result, { roundId });
  const [latest] = (await load(context, contestApi.rounds, { storyId, limit: 1 })).items;
  const newest = latest && latest.id !== roundId ? latest : null;
  return { kind: 'result', result, entries, newest };
}

/**
 * Loads the round and what the page shows of it. If the round has moved to another phase between the two reads, loads
 * both again.
 */
async function loadRound(context: PageContext, roundId: string, entryId: string | null) {
  const round: RoundDetail = await load(context, contestApi.round, { roundId });
  try {
    return { round, shown: await loadShown(context, round, entryId) };
  } catch (error) {
    const now = await load(context, contestApi.round, { roundId });
    if (now.status === round.status) throw error;
    return { round: now, shown: await loadShown(context, now, entryId) };
  }
}

function titleOf(shown: ShownRound, { number }: RoundDetail, t: Translate): string {
  if (shown.kind === 'ballot') return t('ballot.page_title', { number });
  if (shown.kind === 'standing') return t('ballot.round', { number });
  const result = t('ballot.result_title', { number });
  return shown.kind === 'entry' ? `${shown.entry.title} · ${result}` : result;
}
