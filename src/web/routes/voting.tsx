import { data } from 'react-router';
import { contestApi, type EntryText, type RoundDetail } from '#features/contest/contract.ts';
import { AuditLink } from '#features/contest/web/audit-link.tsx';
import { BallotPage } from '#features/contest/web/ballot/ballot-page.tsx';
import type { ShownEntry } from '#features/contest/web/ballot/shown-entry.ts';
import { EntryPage } from '#features/contest/web/result/entry-page.tsx';
import { ResultPage } from '#features/contest/web/result/result-page.tsx';
import { RoundStatusPage } from '#features/contest/web/round-status-page.tsx';
import { ReaderBar } from '#features/reader/web/chapter-page.tsx';
import { ReaderSettings } from '#features/reader/web/reader-settings.tsx';
import { apiOf, load } from '#web/api/in-loader.ts';
import { type Packed, pack, useUnpacked } from '#web/api/packed.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { SkipLink } from '#web/layout/bars.tsx';
import { Logo } from '#web/layout/brand.tsx';
import { LanguageMenu } from '#web/layout/language-menu.tsx';
import { PageFailure } from '#web/layout/page-failure.tsx';
import { excerpt, pageMeta } from '#web/layout/page-meta.ts';
import type { Route } from './+types/voting.ts';

type Context = Route.LoaderArgs['context'];
type Translate = ReturnType<typeof apiOf>['translator']['t'];

/** An entry as it travels to the page; what is for other programs stays here. */
const packEntry = ({ text: _, ...entry }: EntryText): Packed<ShownEntry> => pack(entry);

/** The text of an entry; that of another round is none of this one. */
async function loadEntry(context: Context, roundId: string, submissionId: string): Promise<EntryText> {
  const entry = await load(context, contestApi.entry, { submissionId });
  if (entry.roundId !== roundId) throw data({ code: 'submission_not_found' }, { status: 404 });
  return entry;
}

/** What there is to see of the round at this moment. */
async function loadShown(context: Context, round: RoundDetail, entryId: string | null) {
  const { id: roundId, storyId, status, result } = round;
  if (status === 'voting') {
    const ballotItems = await load(context, contestApi.ballot, { roundId });
    const shownId = entryId ?? ballotItems[0]?.id;
    const entry = shownId === undefined ? null : packEntry(await loadEntry(context, roundId, shownId));
    return { kind: 'ballot' as const, ballotItems, entry };
  }
  if (status !== 'completed' || result === null) return { kind: 'standing' as const };
  if (entryId !== null) {
    const entry = await loadEntry(context, roundId, entryId);
    return { kind: 'entry' as const, title: entry.title, entry: packEntry(entry) };
  }
  const entries = await load(context, contestApi.result, { roundId });
  const [latest] = (await load(context, contestApi.rounds, { storyId, limit: 1 })).items;
  const newest = latest && latest.id !== roundId ? latest : null;
  return { kind: 'result' as const, result, entries, newest };
}

type Shown = Awaited<ReturnType<typeof loadShown>>;

/** The round with what there is to see of it. Where it went on between two reads, it is read once more as it is then. */
async function loadRound(context: Context, roundId: string, entryId: string | null) {
  const round: RoundDetail = await load(context, contestApi.round, { roundId });
  try {
    return { round, shown: await loadShown(context, round, entryId) };
  } catch (error) {
    const now = await load(context, contestApi.round, { roundId });
    if (now.status === round.status) throw error;
    return { round: now, shown: await loadShown(context, now, entryId) };
  }
}

function titleOf(shown: Shown, { number }: RoundDetail, t: Translate): string {
  if (shown.kind === 'ballot') return t('ballot.page_title', { number });
  if (shown.kind === 'standing') return t('ballot.round', { number });
  const result = t('ballot.result_title', { number });
  return shown.kind === 'entry' ? `${shown.title} · ${result}` : result;
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  const entryId = url.searchParams.get('entry');
  const { round, shown } = await loadRound(context, params.roundId, entryId);
  const head = {
    title: `${titleOf(shown, round, translator.t)} · ${round.story.title}`,
    description: excerpt(round.story.description),
    keywords: translator.t('meta.keywords'),
    // While it is voted on, every entry stands on the one page of the ballot.
    path: `/voting/${round.id}${shown.kind === 'entry' ? `?entry=${entryId}` : ''}`,
    image: round.story.socialImageUrl,
    type: 'article' as const,
  };
  return { round, shown, head };
}

export const meta = pageMeta;

export default function VotingRoute({ loaderData: { round, shown } }: Route.ComponentProps) {
  const t = useT('reader');
  return (
    <>
      <SkipLink label={t('reader.skip')} />
      <ReaderBar story={{ ...round.story, mode: 'competition' }} logo={<Logo />} language={<LanguageMenu />} isWide />
      <RoundPage round={round} shown={shown} />
      <aside className="wrap">
        <AuditLink roundId={round.id} />
      </aside>
      <ReaderSettings />
    </>
  );
}

function RoundPage({ round, shown }: { round: RoundDetail; shown: Shown }) {
  const entry = useUnpacked(shown.entry ?? NO_ENTRY);
  switch (shown.kind) {
    case 'ballot':
      return <BallotPage key={round.id} round={round} ballotItems={shown.ballotItems} entry={entry} />;
    case 'standing':
      return <RoundStatusPage round={round} />;
    case 'entry':
      return entry && <EntryPage round={round} entry={entry} />;
    case 'result':
      return <ResultPage {...shown} round={round} />;
  }
}

const NO_ENTRY = pack<ShownEntry | null>(null);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailure error={error} />;
}
