import { useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Section } from '#web/ui/section.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import tabs from '#web/ui/tabs.module.css';
import { Time } from '#web/ui/time.tsx';
import type { LogEntry } from '../contract-cases.ts';
import { LoadFailed } from './load-failed.tsx';
import styles from './log.module.css';
import { restrictedPageOf } from './restricted-page.ts';
import { useLog } from './use-moderation.ts';

/** The actions of moderators, newest first. Nothing is ever deleted from it (product §10). */
export function DecisionLog({ className }: { className?: string | undefined }) {
  const t = useT('moderation');
  const [isMine, setMine] = useState(false);
  return (
    <Section
      title={t('moderation.log')}
      {...(className ? { className } : {})}
      tabs={
        <fieldset className={`${tabs.tabs} ${styles.whose}`}>
          <legend className="hide">{t('moderation.log_whose')}</legend>
          <button type="button" aria-current={isMine ? undefined : 'true'} onClick={() => setMine(false)}>
            {t('moderation.log_all')}
          </button>
          <button type="button" aria-current={isMine ? 'true' : undefined} onClick={() => setMine(true)}>
            {t('moderation.log_mine')}
          </button>
        </fieldset>
      }
    >
      <Entries isMine={isMine} />
    </Section>
  );
}

function Entries({ isMine }: { isMine: boolean }) {
  const t = useT('moderation');
  const log = useLog(isMine);
  if (log.isPending) return <Spinner />;
  if (log.data === undefined) return <LoadFailed query={log} />;
  const entries = log.data.pages.flatMap(({ items }) => items);
  if (entries.length === 0) return <p className="soft">{t('moderation.log_empty')}</p>;
  return (
    <div>
      <table className={styles.log}>
        <caption className="hide">{t('moderation.log')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('moderation.log_what')}</th>
            <th scope="col">{t('moderation.log_when')}</th>
            <th scope="col">{t('moderation.log_who')}</th>
            <th scope="col">{t('moderation.log_why')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
      {log.hasNextPage && (
        <Button small busy={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
          {t('moderation.load_more')}
        </Button>
      )}
    </div>
  );
}

function Entry({ entry }: { entry: LogEntry }) {
  const t = useT('moderation');
  const actName = useActName();
  const { kind, title, titleLanguage, at, by, reason } = entry;
  // Erased with its account, or deleted long ago. Jobs have no title.
  const isGone = title === '' && kind !== 'job';
  const page = restrictedPageOf(entry);
  const lang = titleLanguage ? LANGUAGE_TAGS[titleLanguage] : undefined;
  return (
    <tr>
      <td>
        <b>{actName(entry)}</b>{' '}
        {isGone ? (
          <span className="soft">{t('moderation.log_gone')}</span>
        ) : page ? (
          <Link className={`quiet ${styles.title}`} to={page} lang={lang}>
            {title}
          </Link>
        ) : (
          <span lang={lang}>{title}</span>
        )}
      </td>
      <td>
        <Time at={at} kind="relative" />
      </td>
      <td>{by ? by.username : t('moderation.by_system')}</td>
      <td className="soft">
        {reason}
        {entry.automated !== null && (
          <span className={styles.made}>
            {t('moderation.log_made', { found: entry.foundBy ?? '', automated: entry.automated ? 'yes' : 'no' })}
          </span>
        )}
      </td>
    </tr>
  );
}

/** Label of an action. Falls back to the name in the log. */
function useActName(): (entry: LogEntry) => string {
  const find = useFind('moderation');
  return ({ kind, action, days }) => find(`log.${kind}_${action}`, { days: days ?? 0 }) ?? `${kind}: ${action}`;
}
