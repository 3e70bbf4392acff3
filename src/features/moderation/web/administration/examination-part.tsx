import { type ReactNode, useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import type { PlainKey } from '#core/messages.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { Sentence, useFind, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/field.tsx';
import { Time } from '#web/ui/time.tsx';
import type { Examination, SiteFindingView } from '../../contract-examination.ts';
import type { FindingLevel } from '../../model/examination.ts';
import styles from './administration.module.css';
import { useExamine } from './use-site-state.ts';
import { wordsIn } from './words-in.ts';

/** Examines the site, and shows what was found last. */
export function ExaminationPart({ examination }: { examination: Examination | null }) {
  const t = useT('administration', 'errors');
  const errorText = useErrorText();
  const examine = useExamine();
  const [sendMail, setSendMail] = useState(false);
  const [tryRestore, setTryRestore] = useState(false);
  const isRunning = examination?.state === 'running';
  return (
    <div className={styles.stack}>
      <div className={styles.ask}>
        <CheckField checked={sendMail} onChange={({ target }) => setSendMail(target.checked)}>
          {t('administration.send_mail')}
        </CheckField>
        <CheckField checked={tryRestore} onChange={({ target }) => setTryRestore(target.checked)}>
          {t('administration.try_restore')}
        </CheckField>
        <Button busy={examine.isPending || isRunning} onClick={() => examine.mutate({ sendMail, tryRestore })}>
          {t('administration.examine')}
        </Button>
      </div>
      {examine.error && <Banner kind="danger">{errorText(examine.error)}</Banner>}
      <div role="status">
        <Outcome examination={examination} />
      </div>
      {examination?.state === 'done' && <Findings findings={examination.findings} />}
    </div>
  );
}

const SUMMARIES: Record<FindingLevel, PlainKey> = {
  ok: 'administration.all_well',
  warn: 'administration.some_warn',
  wrong: 'administration.some_wrong',
};

function Outcome({ examination }: { examination: Examination | null }) {
  const t = useT('administration');
  if (!examination) return <p className="soft">{t('administration.never')}</p>;
  const { state, finishedAt, findings } = examination;
  if (state === 'running') return <p>{t('administration.running')}</p>;
  if (state === 'unfinished' || finishedAt === null) return <p>{t('administration.unfinished')}</p>;
  const worst = (['wrong', 'warn'] as const).find((level) => findings.some((finding) => finding.level === level));
  return (
    <p>
      <b>{t(SUMMARIES[worst ?? 'ok'])}</b>{' '}
      <span className="soft">
        <Sentence
          parts={['administration']}
          id="administration.examined"
          wraps={{ time: () => <Time at={finishedAt} kind="relative" /> }}
        />
      </span>
    </p>
  );
}

const BADGES = { ok: 'ok', warn: 'warn', wrong: 'danger' } as const satisfies Record<FindingLevel, string>;

/** Shows what is in backticks as code: the command line has no other way to set it apart. */
function withCode(text: string): ReactNode[] {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

/** The findings, the most urgent first. */
function Findings({ findings }: { findings: readonly SiteFindingView[] }) {
  const find = useFind('doctor', 'administration');
  const tag = LANGUAGE_TAGS[useLanguage()];
  const levels: readonly FindingLevel[] = ['wrong', 'warn', 'ok'];
  const sorted = levels.flatMap((level) => findings.filter((finding) => finding.level === level));
  return (
    <ul className={styles.findings}>
      {sorted.map(({ area, level, code, words: found }, index) => {
        const words = wordsIn(found, tag);
        const todo = find(`doctor.${code}.todo`, words);
        return (
          // Findings have no identity, and the list is replaced as a whole.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>
            <div className={styles.area}>
              {find(`doctor.area.${area}`)} <Badge kind={BADGES[level]}>{find(`administration.level_${level}`)}</Badge>
            </div>
            <div>
              {/* A newer process may have found what this page has no text for. */}
              <p>{withCode(find(`doctor.${code}`, words) ?? code)}</p>
              {todo !== null && <p>{withCode(todo)}</p>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
