import type { ReactNode } from 'react';
import { useFind } from '#web/i18n/i18n.tsx';
import type { Finding } from '../model/screening/findings.ts';
import styles from './finding-list.module.css';

/** What the automatic check found, for the author of the text: each kind with the words that it is about. */
export function FindingList({
  findings,
  lang,
  copyLink,
}: {
  findings: readonly Finding[];
  /** Language tag of the words. */
  lang: string;
  /** Links to the text that a copy resembles. */
  copyLink?: (path: string) => ReactNode;
}) {
  const find = useFind('moderation');
  return (
    <ul className={styles.findings}>
      {findings.map(({ check, field, excerpts, detail }) => (
        <li key={`${check} ${field}`}>
          <b>{find(`finding.${check}`)}</b>
          {excerpts.map((excerpt) => (
            <p key={excerpt} lang={lang}>
              <mark>{excerpt}</mark>
            </p>
          ))}
          {check === 'copy' && detail && copyLink?.(detail)}
        </li>
      ))}
    </ul>
  );
}
