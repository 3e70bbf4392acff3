import { Suspense, useState } from 'react';
import { LANGUAGE_TAGS, type Language, lengthUnit } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { Prose } from '#features/chapters/web/prose.tsx';
import { ShareButton } from '#features/stories/web/share/share-button.tsx';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { Sentence, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { later } from '#web/ui/later.tsx';
import { Link } from '#web/ui/link.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import more from '#web/ui/more.module.css';
import { Section } from '#web/ui/section.tsx';
import { Time } from '#web/ui/time.tsx';
import type { ResultEntry, RoundDetail, RoundView } from '../../contract.ts';
import { entryPath } from '../paths.ts';
import { RoundLabel } from '../round-label.tsx';
import styles from './result.module.css';
import { Tally } from './tally.tsx';
import { isShownOnly } from './tally-rules.ts';

const MemberVote = later(() => import('./member-vote.tsx').then((m) => m.MemberVote));

export type Result = NonNullable<RoundView['result']>;

interface Props {
  round: RoundDetail;
  result: Result;
  /** Most votes first. */
  entries: readonly ResultEntry[];
  /** The newest round of the story, unless it is this one. */
  newest: RoundView | null;
}

/** The result of a round: the votes, the winner, and the other entries, which can still be read. */
export function ResultPage({ round, result, entries, newest }: Props) {
  const t = useT('ballot');
  const language = useLanguage();
  const signedIn = useSignedIn();
  const [votedFor, setVotedFor] = useState<string | null>(null);
  const { story } = round;
  const winning = entries.find(({ isWinner }) => isWinner) ?? null;
  const others = entries.filter((entry) => entry !== winning);
  const shown = {
    entries: t('ballot.entries', { count: entries.length }),
    votes: t('ballot.votes', { count: result.votes }),
  };
  return (
    <main id="main" className={classNames('wrap', styles.result)} lang={LANGUAGE_TAGS[language]}>
      <header className={styles.head}>
        <Meta>
          <RoundLabel number={round.number} />
          <Link to={to.story({ storyId: story.id })} lang={LANGUAGE_TAGS[story.language]}>
            {story.title}
          </Link>
          {round.completedAt && (
            <span>
              <Sentence
                id="ballot.completed"
                wraps={{ moment: () => <Time at={round.completedAt!} kind="long" /> }}
                parts={['ballot']}
              />
            </span>
          )}
        </Meta>
        <Outcome result={result} language={story.language} entries={entries} />
        <p className="no-print">
          <ShareButton shares="share-result" of={{ roundId: round.id }} />
        </p>
      </header>
      {entries.length > 0 && (
        <Section
          title={t('ballot.votes_title')}
          note={
            <Meta>
              <span>{shown.entries}</span>
              <span>{shown.votes}</span>
            </Meta>
          }
        >
          <Tally roundId={round.id} entries={entries} language={story.language} votedFor={votedFor} />
        </Section>
      )}
      {result.winner && (
        <GoesOn round={round} winner={result.winner} opening={winning?.opening ?? []} newest={newest} />
      )}
      {others.length > 0 && (
        <Section
          title={winning ? t('ballot.other_entries', { count: others.length }) : t('ballot.all_entries')}
          note={t('ballot.others_text')}
        >
          <div>
            {others.map((entry, i) => (
              <Other key={entry.id} entry={entry} roundId={round.id} language={story.language} isOpen={i === 0} />
            ))}
          </div>
        </Section>
      )}
      <Suspense>{signedIn && <MemberVote round={round} onVote={setVotedFor} />}</Suspense>
    </main>
  );
}

/** Who won, and how, in one sentence each. */
function Outcome({
  result: { winner, votes },
  entries,
  language,
}: {
  result: Result;
  entries: readonly ResultEntry[];
  language: Language;
}) {
  const t = useT('ballot');
  if (!winner) {
    return (
      <>
        <h1>{t('ballot.no_winner')}</h1>
        <p className="soft">{entries.length === 0 ? t('ballot.nobody_entered') : t('ballot.nobody_left')}</p>
      </>
    );
  }
  const { title, author, chapter } = winner;
  const counts = { votes: winner.votes, count: votes, number: chapter.number };
  const voted = entries.filter((entry) => !isShownOnly(entry)).length;
  return (
    <>
      <h1>
        {title === null ? (
          t('ballot.winner_hidden')
        ) : (
          <Sentence
            id="ballot.goes_on"
            wraps={{
              entry: () => (
                <span className="serif" lang={LANGUAGE_TAGS[language]}>
                  {title}
                </span>
              ),
            }}
            parts={['ballot']}
          />
        )}
      </h1>
      <p className="soft">
        {votes === 0 ? (
          t(voted > 1 ? 'ballot.won_unvoted' : 'ballot.won_alone', { number: chapter.number })
        ) : author ? (
          <Sentence
            id="ballot.won"
            params={counts}
            wraps={{ author: () => <MemberLink slug={author.slug}>{author.username}</MemberLink> }}
            parts={['ballot']}
          />
        ) : (
          t('ballot.won_unnamed', counts)
        )}
      </p>
    </>
  );
}

function GoesOn({
  round: { story },
  winner: { title, chapter },
  opening,
  newest,
}: {
  round: RoundDetail;
  winner: NonNullable<Result['winner']>;
  opening: readonly string[];
  newest: RoundView | null;
}) {
  const t = useT('ballot');
  return (
    <Section title={t('ballot.text_goes_on')}>
      <div className={styles.goesOn}>
        <p className="small soft">{t('ballot.chapter', { number: chapter.number })}</p>
        {title !== null && (
          <>
            <h3 lang={LANGUAGE_TAGS[story.language]}>{title}</h3>
            <Opening paragraphs={opening} language={story.language} />
          </>
        )}
        <div className={styles.actions}>
          {title !== null && (
            <ButtonLink kind="primary" to={to.chapter({ storyId: story.id, chapterId: chapter.id })}>
              {t('ballot.read_chapter', { number: chapter.number })}
            </ButtonLink>
          )}
          {newest?.status === 'voting' && (
            <ButtonLink to={to.voting({ roundId: newest.id })}>
              {t('ballot.vote_in_round', { number: newest.number })}
            </ButtonLink>
          )}
          {newest?.status === 'writing' && (
            <ButtonLink to={to.story({ storyId: story.id })}>
              {t('ballot.write_in_round', { number: newest.number })}
            </ButtonLink>
          )}
        </div>
      </div>
    </Section>
  );
}

function Other({
  entry: { id, title, author, units, opening },
  roundId,
  language,
  isOpen,
}: {
  entry: ResultEntry;
  roundId: string;
  language: Language;
  isOpen: boolean;
}) {
  const t = useT('ballot');
  return (
    <details className={styles.other} open={isOpen}>
      <summary>
        <span className={styles.name} lang={LANGUAGE_TAGS[language]}>
          {title}
        </span>
        <Meta>
          <span>{author.username}</span>
          <span>{t('common.units', { count: units, unit: lengthUnit(language) })}</span>
        </Meta>
      </summary>
      <Opening paragraphs={opening} language={language} />
      <p>
        <Link className={more.more} to={entryPath(roundId, id)}>
          {t('ballot.read_on')}
          <span className="hide">: {title}</span>
        </Link>
      </p>
    </details>
  );
}

/** The first paragraphs of a text, without inline markup. */
function Opening({ paragraphs, language }: { paragraphs: readonly string[]; language: Language }) {
  if (paragraphs.length === 0) return null;
  const content = paragraphs.map((text) => ({
    type: 'paragraph' as const,
    content: [{ type: 'text' as const, text }],
  }));
  return <Prose document={{ type: 'doc', content }} language={language} />;
}
