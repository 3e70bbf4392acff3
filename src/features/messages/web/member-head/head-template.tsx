import { use } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { COUNTED } from '#web/boot/member-head.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link, NamedLanguage } from '#web/ui/link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { ACTION_STATUSES } from '../../model/message-types.ts';
import rows from '../message.module.css';
import { MessageRow, Verdict } from '../message-row.tsx';
import styles from './bell.module.css';
import { bellLabels } from './bell-label.ts';
import { HEAD_TEXTS } from './head-texts.ts';

/**
 * Template with the content of the bell’s panel, a row for a message, and the texts for the script. Every page contains
 * it. Rendered only on the server. `script` has the URLs of `member-head.ts` and its imports, separated by spaces.
 */
export function HeadTemplate({ script }: { script: string }) {
  const t = useT('inbox');
  const language = LANGUAGE_TAGS[useLanguage()];
  const labels = bellLabels((count) => t('inbox.bell', { count }), t('inbox.bell_many', { count: COUNTED }), language);
  return (
    <template
      data-head-script={script}
      data-texts={JSON.stringify(HEAD_TEXTS.map((key) => t(key)))}
      data-labels={JSON.stringify(labels)}
      data-named={use(NamedLanguage) ?? undefined}
    >
      <div className={styles.edge}>
        <h2 tabIndex={-1}>{t('inbox.unread')}</h2>
        <TextButton data-marks-all="" hidden>
          {t('inbox.mark_all')}
        </TextButton>
      </div>
      <div className={classNames(styles.none, styles.failure)} role="alert" data-failure="" hidden>
        <p>{t('messages.fetchError')}</p>
        <Button small data-retries="">
          {t('inbox.try_again')}
        </Button>
      </div>
      <div className={styles.waiting} data-waiting="">
        <Spinner />
      </div>
      <p className={styles.none} data-none="" hidden>
        {t('inbox.none_unread')}
      </p>
      <ul className={styles.list} aria-label={t('inbox.latest')} data-rows="" hidden />
      <template data-row="">
        <Row />
      </template>
      <div className={styles.edge}>
        <Link className={styles.all} to={to.messages()}>
          {t('inbox.all_messages')}
        </Link>
      </div>
    </template>
  );
}

/** An unread message with everything that it may have. The script removes what doesn’t apply. */
function Row() {
  const t = useT('inbox');
  return (
    <MessageRow
      isUnread
      className={rows.compact}
      content={<span data-content="" />}
      facts={
        <>
          <span data-until="">{t('inbox.open_until', { day: '{day}' })}</span>
          <time data-kind="relative" />
        </>
      }
    >
      <Button small data-answers="accept">
        {t('inbox.accept')}
      </Button>
      <Button small kind="bare" data-answers="decline">
        {t('inbox.decline')}
      </Button>
      {ACTION_STATUSES.map((status) => (
        <Verdict key={status} of={status} />
      ))}
      <Link className={rows.see} to={to.messages()} data-see="">
        {t('inbox.view_details')}
      </Link>
      <Button small data-reads="">
        {t('inbox.ok')}
      </Button>
    </MessageRow>
  );
}
