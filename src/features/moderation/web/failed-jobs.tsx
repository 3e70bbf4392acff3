import { useRef } from 'react';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Time } from '#web/ui/time.tsx';
import { toast } from '#web/ui/toast.ts';
import { LoadFailed } from './load-failed.tsx';
import styles from './moderation.module.css';
import { useFailedJobs, useRetryJob } from './use-moderation.ts';

/** Jobs that have failed permanently. A moderator who knows the cause can retry them. */
export function FailedJobs({ className }: { className?: string | undefined }) {
  const t = useT('moderation');
  return (
    <Section title={t('moderation.jobs')} {...(className ? { className } : {})}>
      <Jobs />
    </Section>
  );
}

function Jobs() {
  const t = useT('moderation');
  const errorText = useErrorText();
  const jobs = useFailedJobs();
  const retry = useRetryJob();
  const place = useRef<HTMLDivElement>(null);
  if (jobs.isPending) return <Spinner />;
  if (jobs.data === undefined) return <LoadFailed query={jobs} />;
  const tryAgain = (jobId: string, row: HTMLElement | null) =>
    retry.mutate(jobId, {
      onSuccess: () => {
        toast(t('moderation.job_retried'));
        // The row disappears with its button, so the focus moves to a neighboring row, or to the section.
        const beside = row?.nextElementSibling ?? row?.previousElementSibling;
        (beside?.querySelector('button') ?? place.current)?.focus();
      },
      onError: (error) => toast(errorText(error)),
    });
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {jobs.data.length === 0 && <p className="soft">{t('moderation.jobs_none')}</p>}
      <ul className={styles.jobs}>
        {jobs.data.map((job) => (
          <li key={job.id}>
            <div>
              <p id={`job-${job.id}`}>{t('moderation.job', { name: job.name, tries: job.tries })}</p>
              <Meta>
                <Time at={job.failedAt} kind="relative" />
                {job.error !== '' && <span lang="en">{job.error}</span>}
              </Meta>
            </div>
            <Button
              small
              busy={retry.isPending && retry.variables === job.id}
              aria-describedby={`job-${job.id}`}
              onClick={(event) => tryAgain(job.id, event.currentTarget.closest('li'))}
            >
              {t('moderation.job_retry')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
