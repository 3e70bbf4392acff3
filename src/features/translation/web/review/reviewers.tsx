import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LANGUAGES, type Language } from '#core/languages.ts';
import { useApiForm } from '#web/api/api-form.tsx';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Time } from '#web/ui/time.tsx';
import { toast } from '#web/ui/toast.ts';
import { translationApi } from '../../contract.ts';
import type { GrantedReviewer } from '../../contract-views.ts';
import { reviewerName } from '../../model/form-fields.ts';
import styles from './queue.module.css';

const REVIEWERS = ['translation', 'reviewers'] as const;

/** The reviewers appointed by admins, for admins. Members who have qualified on their own aren’t listed. */
export function Reviewers() {
  const t = useT('review');
  const errorText = useErrorText();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: REVIEWERS,
    queryFn: () => call(translationApi.reviewers, {}),
  });
  const look = () => client.invalidateQueries({ queryKey: ['translation'] });
  return (
    <Section title={t('review.reviewers')} note={t('review.reviewers_note')}>
      <div>
        {!data && (error ? <LoadFailure sentence={errorText(error)} onRetry={() => void refetch()} /> : <Spinner />)}
        {data?.length === 0 && <p className="soft">{t('review.no_reviewers')}</p>}
        {data && data.length > 0 && (
          <ul className={styles.grants}>
            {data.map((reviewer) => (
              <Granted key={`${reviewer.id} ${reviewer.language}`} reviewer={reviewer} onChange={look} />
            ))}
          </ul>
        )}
        <GrantForm onGranted={look} />
      </div>
    </Section>
  );
}

function Granted({ reviewer, onChange }: { reviewer: GrantedReviewer; onChange: () => Promise<void> }) {
  const t = useT('review');
  const errorText = useErrorText();
  const nameOf = useLanguageName();
  const [isBusy, setBusy] = useState(false);
  const { id: userId, username, language } = reviewer;
  const undo = async () => {
    try {
      await call(translationApi.grantReviewer, { username, language });
      await onChange();
    } catch (error) {
      toast(errorText(error));
    }
  };
  const revoke = async () => {
    setBusy(true);
    try {
      await call(translationApi.revokeReviewer, { userId, language });
      toast(t('review.revoked', { name: username }), { label: t('review.undo'), run: () => void undo() });
      await onChange();
    } catch (error) {
      toast(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <li>
      <div>
        <b>
          <MemberLink className="quiet" slug={reviewer.slug}>
            {username}
          </MemberLink>
        </b>
        <Meta>
          <span>{nameOf(language)}</span>
          <Time at={reviewer.grantedAt} kind="long" />
        </Meta>
      </div>
      <Button small busy={isBusy} onClick={() => void revoke()}>
        {t('review.revoke')}
        <span className="hide">
          : {username}, {nameOf(language)}
        </span>
      </Button>
    </li>
  );
}

const RULES = { username: reviewerName };

function GrantForm({ onGranted }: { onGranted: () => Promise<void> }) {
  const t = useT('review', 'errors');
  const errorText = useErrorText();
  const nameOf = useLanguageName();
  const [username, setUsername] = useState('');
  const [language, setLanguage] = useState<Language>('en');
  /** Error if no member has this username. */
  const [unknown, setUnknown] = useState<string>();
  const { fields, failure, isBusy, submit } = useApiForm({
    rules: RULES,
    values: { username },
    send: async (given) => {
      setUnknown(undefined);
      await call(translationApi.grantReviewer, { ...given, language });
      toast(t('review.granted', { name: given.username, language: nameOf(language) }));
      setUsername('');
      fields.startAnew();
      await onGranted();
    },
    refused: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'user_not_found') return false;
      setUnknown(errorText(error));
      return true;
    },
  });
  const name = fields.of('username');
  return (
    <form noValidate onSubmit={submit}>
      <div className={styles.grant}>
        <TextField
          {...name}
          error={name.error ?? unknown}
          label={t('review.username')}
          autoComplete="off"
          value={username}
          onChange={({ target }) => {
            setUsername(target.value);
            setUnknown(undefined);
          }}
        />
        <SelectField
          label={t('review.language')}
          value={language}
          onChange={({ target }) => setLanguage(LANGUAGES.find((known) => known === target.value) ?? language)}
        >
          {LANGUAGES.map((code) => (
            <option key={code} value={code}>
              {nameOf(code)}
            </option>
          ))}
        </SelectField>
        <Button type="submit" busy={isBusy}>
          {t('review.grant')}
        </Button>
      </div>
      {failure && <Banner kind="danger">{failure}</Banner>}
    </form>
  );
}
