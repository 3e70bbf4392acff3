import { Sentence, useFind, useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Section } from '#web/ui/section.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Time } from '#web/ui/time.tsx';
import type { SiteState } from '../../contract-examination.ts';
import { LoadFailed } from '../load-failed.tsx';
import styles from './administration.module.css';
import { ExaminationPart } from './examination-part.tsx';
import { useSiteState } from './use-site-state.ts';

/** How the site runs: what is wrong right now, its queues, and what the doctor has found. */
export function SiteStateSection() {
  const t = useT('administration', 'moderation');
  const state = useSiteState();
  return (
    <>
      <Section title={t('administration.site')}>
        {state.data ? <Now state={state.data} /> : state.isPending ? <Spinner /> : <LoadFailed query={state} />}
      </Section>
      {state.data && (
        <Section title={t('administration.examination')} note={t('administration.examination_text')}>
          <ExaminationPart examination={state.data.examination} />
        </Section>
      )}
    </>
  );
}

function Now({ state: { problems, mailsWaiting, jobsWaiting, jobsFailed } }: { state: SiteState }) {
  const t = useT('administration');
  const find = useFind('administration');
  return (
    <div className={styles.stack}>
      {problems.length === 0 && <p>{t('administration.no_problems')}</p>}
      {problems.map(({ problem, since }) => (
        <Banner key={problem} kind="warn">
          {find(`administration.problem_${problem}`)}{' '}
          <span className="soft">
            <Sentence
              parts={['administration']}
              id="administration.since"
              wraps={{ time: () => <Time at={since} kind="moment" /> }}
            />
          </span>
        </Banner>
      ))}
      <dl className={styles.figures}>
        <Figure name={t('administration.mails_waiting')} of={mailsWaiting} />
        <Figure name={t('administration.jobs_waiting')} of={jobsWaiting} />
        <Figure name={t('administration.jobs_failed')} of={jobsFailed} />
      </dl>
    </div>
  );
}

function Figure({ name, of }: { name: string; of: number }) {
  const t = useT('administration');
  return (
    <div>
      <dt>{name}</dt>
      <dd>{t('administration.number', { count: of })}</dd>
    </div>
  );
}
