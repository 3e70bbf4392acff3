import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { moment } from '#web/motion/moment.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { participantColorClass } from '#web/ui/participant-color.ts';
import type { ResultEntry } from '../../contract.ts';
import { entryPath } from '../paths.ts';
import styles from './result.module.css';
import { barEnd, isShownOnly } from './tally-rules.ts';

interface Props {
  roundId: string;
  /** Most votes first. */
  entries: readonly ResultEntry[];
  language: Language;
  /** The entry that the reader voted for. No one else can see it. */
  votedFor: string | null;
}

/** The votes as threads of different lengths. Screen readers read the numbers beside them. */
export function Tally({ roundId, entries, language, votedFor }: Props) {
  const t = useT('ballot');
  const most = Math.max(0, ...entries.map(({ votes }) => votes));
  const inVote = entries.filter((entry) => !isShownOnly(entry));
  const hasTie = new Set(inVote.map(({ votes }) => votes)).size < inVote.length;
  return (
    <div>
      <table className={styles.tally} {...moment('strands', `round-${roundId}`, 1)}>
        <caption className="hide">{t('ballot.votes_caption')}</caption>
        <thead className="hide">
          <tr>
            <th scope="col">{t('ballot.column_entry')}</th>
            <th scope="col">{t('ballot.column_share')}</th>
            <th scope="col">{t('ballot.votes_title')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row
              key={entry.id}
              entry={entry}
              most={most}
              href={entryPath(roundId, entry.id)}
              language={language}
              isVotedFor={entry.id === votedFor}
            />
          ))}
        </tbody>
      </table>
      {hasTie && <p className="small soft">{t('ballot.tie')}</p>}
      {inVote.length < entries.length && <p className="small soft">{t('ballot.late_text')}</p>}
      <p className="small soft">{votedFor === null ? t('ballot.secret') : t('ballot.secret_own')}</p>
    </div>
  );
}

function Row({
  entry,
  most,
  href,
  language,
  isVotedFor,
}: {
  entry: ResultEntry;
  most: number;
  href: string;
  language: Language;
  isVotedFor: boolean;
}) {
  const t = useT('ballot');
  const { title, author, votes, isWinner } = entry;
  const end = barEnd(votes, most);
  return (
    <tr className={classNames(participantColorClass(author.number), isWinner && styles.win)}>
      <th scope="row">
        {title === '' ? (
          <span className={styles.name}>{t('ballot.hidden')}</span>
        ) : (
          <Link className={classNames(styles.name, 'quiet')} to={href} lang={LANGUAGE_TAGS[language]}>
            {title}
          </Link>
        )}
        <span className={styles.by}>
          <Avatar name={author.username} src={author.avatar} size="tiny" colorIndex={author.number} />
          <MemberLink slug={author.slug}>{author.username}</MemberLink>
          {isWinner && <Badge kind="ok">{t('ballot.goes_on_badge')}</Badge>}
          {isShownOnly(entry) && <Badge>{t('ballot.late_badge')}</Badge>}
          {isVotedFor && <Badge>{t('ballot.your_vote_badge')}</Badge>}
        </span>
      </th>
      <td className={styles.run}>
        <svg width="100%" height="16" aria-hidden="true">
          <line x1="0" y1="8" x2={end} y2="8" />
          <circle cx={end} cy="8" r={isWinner ? 7 : 5} />
        </svg>
      </td>
      <td className={styles.n}>
        <b aria-hidden="true">{votes}</b>
        <span className="hide">{t('ballot.votes', { count: votes })}</span>
      </td>
    </tr>
  );
}
