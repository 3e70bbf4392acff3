import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Section } from '#web/ui/section.tsx';
import settingList from '#web/ui/setting-list.module.css';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast.ts';
import { type NewsSettings, newsApi } from '../contract.ts';
import { MailTable } from './mail-table.tsx';
import styles from './news.module.css';

const SETTINGS = ['news', 'settings'] as const;

/** What the member gets by email. */
export function NewsPage() {
  return (
    <QueryProvider>
      <Settings />
    </QueryProvider>
  );
}

function Settings() {
  const t = useT('news');
  const { data, isError, refetch } = useQuery({ queryKey: SETTINGS, queryFn: () => call(newsApi.settings, {}) });
  const timeZone = useOwnTimeZone(data);
  return (
    <>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{t('news.title')}</h1>
        <p className="soft">{t('news.lead')}</p>
      </header>
      {isError && !data ? (
        <LoadFailure sentence={t('news.failed')} onRetry={() => void refetch()} />
      ) : data ? (
        <Loaded settings={data} timeZone={timeZone} />
      ) : (
        <Spinner />
      )}
    </>
  );
}

/** Returns the time zone of this browser. Sends it if the site knows another one. */
function useOwnTimeZone(settings: NewsSettings | undefined): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const isKnown = settings === undefined || settings.timeZone === timeZone;
  useEffect(() => {
    // If it fails, the next visit sends it again.
    if (!isKnown) void call(accountApi.updateInfo, { time_zone: timeZone }).catch(() => {});
  }, [isKnown, timeZone]);
  return timeZone;
}

function Loaded({ settings, timeZone }: { settings: NewsSettings; timeZone: string }) {
  const t = useT('news');
  return (
    <>
      {settings.isStopped && <Stopped />}
      <Section title={t('news.by_kind')}>
        <MailTable mails={settings.mails} queryKey={SETTINGS} />
      </Section>
      <Section title={t('news.where')}>
        <ul className={settingList.settings}>
          <li>
            <div>
              <b>{t('news.address')}</b>
              <p>{settings.email}</p>
              <p>{t('news.address_help')}</p>
            </div>
            <ButtonLink small to={to.profile()}>
              {t('news.change')}
              <span className="hide">{t('common.labelled', { name: '', value: t('news.address') })}</span>
            </ButtonLink>
          </li>
          <li>
            <div>
              <b>{t('news.time_zone')}</b>
              <p>{useZoneName(timeZone)}</p>
              <p>{t('news.time_zone_help')}</p>
            </div>
          </li>
        </ul>
      </Section>
    </>
  );
}

/** Names a time zone in the language of the page, as “Central European Time (Europe/Berlin)”. */
function useZoneName(timeZone: string): string {
  const tag = LANGUAGE_TAGS[useLanguage()];
  const t = useT('news');
  const parts = new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return name && name !== timeZone ? t('news.zone', { name, id: timeZone.replaceAll('_', ' ') }) : timeZone;
}

function Stopped() {
  const t = useT('news');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const resume = useMutation({
    mutationFn: () => call(newsApi.resume, {}),
    onSuccess: () => {
      toast(t('news.resumed'));
      return queries.invalidateQueries({ queryKey: SETTINGS });
    },
    onError: (error) => toast(errorText(error)),
  });
  return (
    <Banner
      kind="warn"
      action={
        <Button small busy={resume.isPending} onClick={() => resume.mutate()}>
          {t('news.resume')}
        </Button>
      }
    >
      {t('news.stopped')}
    </Banner>
  );
}
