import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './load-failed.module.css';
import { Sentences } from './sentences.tsx';

/** Shown if loading failed (spec §8): the error, and a button to retry. */
export function LoadFailed({ query }: { query: { error: unknown; isFetching: boolean; refetch: () => unknown } }) {
  const t = useT('moderation');
  const errorText = useErrorText();
  return (
    <div className={styles.failed}>
      <Banner
        kind="danger"
        action={
          <Button small busy={query.isFetching} onClick={() => query.refetch()}>
            {t('moderation.try_again')}
          </Button>
        }
      >
        <Sentences texts={[t('moderation.load_failed'), errorText(query.error)]} />
      </Banner>
    </div>
  );
}
