import { to } from '#core/pages.ts';
import { useLogin } from '#features/accounts/web/login-context.tsx';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Deadline } from '#web/ui/deadline.tsx';
import { Link } from '#web/ui/link.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import type { RoundDetail, RoundViewerState } from '../../contract.ts';
import { entryPath } from '../paths.ts';
import styles from './ballot.module.css';
import { type BallotRow, unopenedEntriesOf } from './rows.ts';
import { hasNoVote, WhyNoVote } from './why-no-vote.tsx';

interface Props {
  round: RoundDetail;
  rows: readonly BallotRow[];
  viewer: RoundViewerState | null;
  isOver: boolean;
}

/** Below the text: what the reader still has to do before voting. */
export function VotingPanel({ round, rows, viewer, isOver }: Props) {
  const signedIn = useSignedIn();
  if (isOver) return <Closed round={round} rows={rows} viewer={viewer} />;
  if (!signedIn) return <AskToLogIn roundId={round.id} />;
  if (!viewer) return null;
  if (hasNoVote(viewer)) {
    return (
      <Banner>
        <WhyNoVote round={round} viewer={viewer} />
      </Banner>
    );
  }
  return <Missing round={round} rows={rows} needed={viewer.needed} />;
}

function AskToLogIn({ roundId }: { roundId: string }) {
  const t = useT('ballot');
  const openLogin = useLogin();
  return (
    <div className="for-visitors no-print">
      <Banner
        kind="act"
        action={
          <TextButton onClick={() => openLogin({ reason: 'vote', wish: `vote:${roundId}` })}>
            {t('common.log_in')}
          </TextButton>
        }
      >
        {t('ballot.log_in')}
      </Banner>
    </div>
  );
}

/** The entries that must be opened before voting, each with a link. */
function Missing({ round, rows, needed }: { round: RoundDetail; rows: readonly BallotRow[]; needed: number }) {
  const t = useT('ballot');
  const { rows: missing, isChoice } = unopenedEntriesOf(rows, needed);
  if (missing.length === 0) return null;
  return (
    <div className={styles.why} id="why" tabIndex={-1}>
      <p>
        <b>
          {isChoice
            ? t('ballot.open_more', { count: missing.length })
            : t('ballot.open_unread', { count: missing.length })}
        </b>{' '}
        {t('ballot.same_chance')}
      </p>
      <div className={styles.actions}>
        {missing.map(({ id, letter }, i) => (
          <ButtonLink key={id} kind={i === 0 ? 'primary' : 'plain'} to={entryPath(round.id, id)}>
            {t('ballot.open_entry', { letter })}
          </ButtonLink>
        ))}
      </div>
    </div>
  );
}

/** Voting ended while the page was open. The text stays, with a link to the result. */
function Closed({ round, rows, viewer }: Omit<Props, 'isOver'>) {
  const t = useT('ballot');
  const voted = rows.find(({ id }) => id === viewer?.vote);
  const moment = () => <Deadline at={round.votingEndsAt!} />;
  return (
    <div role="status">
      <Banner action={<Link to={to.voting({ roundId: round.id })}>{t('ballot.see_result')}</Link>}>
        {voted ? (
          <Sentence
            id="ballot.closed_counted"
            params={{ letter: voted.letter }}
            wraps={{ moment }}
            parts={['ballot']}
          />
        ) : (
          <Sentence id="ballot.closed" wraps={{ moment }} parts={['ballot']} />
        )}
      </Banner>
    </div>
  );
}
