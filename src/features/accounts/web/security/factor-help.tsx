import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useFind, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { focusHeadingIfLost } from '#web/ui/focus.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import settingList from '#web/ui/setting-list.module.css';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast.ts';
import type { Me } from '../../contract.ts';
import { type FactorRemoval, factorHelpApi, type MemberFactors } from '../../contract-factor-help.ts';
import { helpedName } from '../../model/factor-help.ts';
import styles from './factor-help.module.css';
import { PlanRemoval } from './plan-removal.tsx';

const REMOVALS = ['account', 'factor-removals'] as const;

/** Help by an administrator for members who have lost their second factors. */
export function FactorHelp({ me }: { me: Me }) {
  const t = useT('administration', 'errors');
  const [found, setFound] = useState<MemberFactors | null>(null);
  const [name, setName] = useState('');
  const form = useApiForm({
    rules: { username: helpedName },
    values: { username: name },
    send: async (sent) => {
      setFound(null);
      setFound(await call(factorHelpApi.find, sent));
    },
  });
  return (
    <Section title={t('administration.help')} note={t('administration.help_text')}>
      <div className={styles.stack}>
        <form className={styles.find} noValidate onSubmit={form.submit}>
          <TextField
            {...form.fields.of('username')}
            label={t('administration.username')}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" busy={form.isBusy}>
            {t('administration.find')}
          </Button>
        </form>
        <div role="status">
          {form.failure && <p>{form.failure}</p>}
          {found && <Found me={me} found={found} onPlanned={() => setFound(null)} />}
        </div>
        <Removals />
      </div>
    </Section>
  );
}

function Found({ me, found, onPlanned }: { me: Me; found: MemberFactors; onPlanned: () => void }) {
  const t = useT('administration');
  const find = useFind('errors');
  const queryClient = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const { member, hasApp, passkeys, blocker } = found;
  return (
    <ul className={settingList.settings}>
      <li>
        <div>
          <b>
            <MemberLink slug={member.slug}>{member.username}</MemberLink>
          </b>
          <Meta>
            {hasApp && <span>{t('administration.has_app')}</span>}
            {passkeys > 0 && <span>{t('administration.passkeys', { count: passkeys })}</span>}
            {!hasApp && passkeys === 0 && <span>{t('administration.none')}</span>}
          </Meta>
          {blocker !== null && blocker !== 'no_factors' && <p>{find(`error.${blocker}`)}</p>}
        </div>
        {blocker === null && <Button onClick={() => setAsked(true)}>{t('administration.remove')}</Button>}
      </li>
      {isAsked && (
        <PlanRemoval
          me={me}
          member={member}
          onPlanned={async () => {
            await queryClient.invalidateQueries({ queryKey: REMOVALS });
            onPlanned();
            focusHeadingIfLost();
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </ul>
  );
}

function Removals() {
  const t = useT('administration', 'errors');
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery({
    queryKey: REMOVALS,
    queryFn: () => call(factorHelpApi.removals, {}),
  });
  if (!data) return error ? <LoadFailure sentence={errorText(error)} onRetry={() => void refetch()} /> : <Spinner />;
  return (
    <div>
      <h3>{t('administration.removals')}</h3>
      {data.length === 0 ? (
        <p className="soft">{t('administration.removals_none')}</p>
      ) : (
        <ul className={settingList.settings}>
          {data.map((removal) => (
            <Removal key={removal.member.id} removal={removal} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Removal({ removal: { member, by, dueAt } }: { removal: FactorRemoval }) {
  const t = useT('administration', 'errors');
  const tag = LANGUAGE_TAGS[useLanguage()];
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const stop = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await call(factorHelpApi.stopRemoval, { userId: member.id });
      toast(t('administration.stopped'));
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
    await queryClient.invalidateQueries({ queryKey: REMOVALS });
    focusHeadingIfLost();
  };
  return (
    <li>
      <div>
        <b>
          <MemberLink slug={member.slug}>{member.username}</MemberLink>
        </b>
        <Meta>
          <span>
            {t('administration.due', { date: new Date(dueAt).toLocaleDateString(tag, { dateStyle: 'long' }) })}
          </span>
          <span>{t('administration.asked_by', { name: by.username })}</span>
        </Meta>
        {failure && <Banner kind="danger">{failure}</Banner>}
      </div>
      <Button
        small
        busy={isBusy}
        aria-label={t('administration.stop_named', { name: member.username })}
        onClick={() => void stop()}
      >
        {t('administration.stop')}
      </Button>
    </li>
  );
}
