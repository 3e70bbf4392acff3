import type { ComponentProps } from 'react';
import type { RoundDetail } from '#features/contest/contract.ts';
import { competitionModel } from '#features/contest/model/mode.ts';
import { AuditLink } from '#features/contest/web/audit-link.tsx';
import { BallotPage } from '#features/contest/web/ballot/ballot-page.tsx';
import type { ShownEntry } from '#features/contest/web/ballot/shown-entry.ts';
import { EntryPage } from '#features/contest/web/result/entry-page.tsx';
import { ResultPage } from '#features/contest/web/result/result-page.tsx';
import { RoundStatusPage } from '#features/contest/web/round-status-page.tsx';
import { ReaderBar } from '#features/reader/web/reader-bar.tsx';
import { ReaderSettings } from '#features/reader/web/reader-settings.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { moment } from '#web/motion/moment.ts';
import { SkipLink } from '../layout/bars.tsx';
import { Logo } from '../layout/brand.tsx';
import { LanguageMenu } from '../layout/language-menu.tsx';

/** What the page shows in the current phase of the round. */
export type ShownRound =
  | ({ kind: 'ballot' } & Pick<ComponentProps<typeof BallotPage>, 'ballotItems' | 'entry'>)
  | { kind: 'standing' }
  | { kind: 'entry'; entry: ShownEntry }
  | ({ kind: 'result' } & Omit<ComponentProps<typeof ResultPage>, 'round'>);

interface Props {
  round: RoundDetail;
  shown: ShownRound;
}

export default function VotingView({ round, shown }: Props) {
  const t = useT('reader');
  return (
    <>
      <SkipLink label={t('reader.skip')} />
      <ReaderBar
        isHydrated
        story={{ ...round.story, mode: competitionModel.id }}
        logo={<Logo />}
        language={<LanguageMenu />}
        isWide
      />
      <RoundPage round={round} shown={shown} />
      <aside className="wrap" {...(shown.kind === 'result' ? {} : moment('strands', `round-${round.id}`, 0))}>
        <AuditLink roundId={round.id} />
      </aside>
      <ReaderSettings />
    </>
  );
}

function RoundPage({ round, shown }: Props) {
  switch (shown.kind) {
    case 'ballot':
      return <BallotPage key={round.id} round={round} ballotItems={shown.ballotItems} entry={shown.entry} />;
    case 'standing':
      return <RoundStatusPage round={round} />;
    case 'entry':
      return <EntryPage round={round} entry={shown.entry} />;
    case 'result':
      return <ResultPage {...shown} round={round} />;
  }
}
