import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Time } from '#web/ui/time.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './desk.module.css';
import { LoadFailed } from './load-failed.tsx';
import { useFailedJobs, useRetryJob } from './use-moderation.ts';

/** Work of the server that gave up after all its tries; somebody who knows why may let it try again. */
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
  if (jobs.isPending) return <Spinner />;
  if (jobs.data === undefined) return <LoadFailed query={jobs} />;
  if (jobs.data.length === 0) return <p className="soft">{t('moderation.jobs_none')}</p>;
  const tryAgain = (jobId: string) =>
    retry.mutate(jobId, {
      onSuccess: () => toast(t('moderation.job_retried')),
      onError: (error) => toast(errorText(error)),
    });
  return (
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
            onClick={() => tryAgain(job.id)}
          >
            {t('moderation.job_retry')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
