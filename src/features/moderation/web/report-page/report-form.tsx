import { lengthOf } from '#core/text.ts';
import { PersonCheck } from '#features/accounts/web/human-check/person-check.tsx';
import { useMe } from '#features/accounts/web/use-me.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckField, TextArea, TextField } from '#web/ui/field.tsx';
import { useSite } from '#web/ui/use-site.ts';
import { PASSAGE_MAX, PUBLIC_DETAIL_MAX } from '../../model/public-report.ts';
import { GroundFields } from './ground-fields.tsx';
import { MissingBox } from './missing-box.tsx';
import styles from './report-page.module.css';
import { FoundTarget } from './reported-target.tsx';
import { SenderFields } from './sender-fields.tsx';
import type { SentReport } from './sent-report.ts';
import { useReportForm } from './use-report-form.ts';

interface Props {
  isMember: boolean;
  url: string;
  onSent: (sent: SentReport) => void;
}

export function ReportForm(props: Props) {
  return props.isMember ? <MemberForm {...props} /> : <Form {...props} me={null} />;
}

function MemberForm(props: Props) {
  const { data } = useMe();
  return <Form {...props} me={data ?? null} />;
}

function Form({ isMember, url, onSent, me }: Props & { me: { username: string; email: string } | null }) {
  const t = useT('report_page', 'report', 'errors');
  const { name: site } = useSite();
  const state = useReportForm({ isMember, url, ownEmail: me?.email ?? null, onSent });
  const { form, values, change, pressed, ground } = state;
  const count = (text: string, max: number) => `${lengthOf(text)} / ${max}`;
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <MissingBox state={state} />
      <fieldset className={styles.step}>
        <legend>
          <StepNumber of={1} />
          {t('report_page.step_what')}
        </legend>
        <TextField
          {...form.fields.of('url')}
          id="report-url"
          type="url"
          inputMode="url"
          autoComplete="off"
          label={t('report_page.address', { site })}
          value={values.url}
          onChange={({ target }) => change({ url: target.value })}
        />
        <FoundTarget url={values.url} />
        <TextArea
          {...form.fields.of('passage')}
          id="report-passage"
          rows={2}
          label={t('report_page.passage')}
          help={t('report_page.passage_help')}
          count={count(values.passage, PASSAGE_MAX)}
          value={values.passage}
          onChange={({ target }) => change({ passage: target.value })}
        />
      </fieldset>
      <fieldset className={styles.step}>
        <legend>
          <StepNumber of={2} />
          {t('report_page.step_why')}
        </legend>
        <GroundFields state={state} />
        <TextArea
          {...form.fields.of('detail')}
          id="report-detail"
          rows={4}
          required
          label={t('report_page.detail')}
          help={t('report_page.detail_help')}
          count={count(values.detail, PUBLIC_DETAIL_MAX)}
          value={values.detail}
          onChange={({ target }) => change({ detail: target.value })}
        />
      </fieldset>
      <fieldset className={styles.step}>
        <legend>
          <StepNumber of={3} />
          {t('report_page.step_who')}
        </legend>
        <SenderFields state={state} isMember={isMember} me={me} ground={ground} />
      </fieldset>
      <CheckField
        {...form.fields.of('accurate')}
        id="report-accurate"
        checked={values.accurate === 'yes'}
        onChange={({ target }) => change({ accurate: target.checked ? 'yes' : '' })}
      >
        {t('report_page.accurate')}
      </CheckField>
      {!isMember && <PersonCheck {...pressed.props} due={form.fields.isRight} />}
      {form.failure && <Banner kind="danger">{form.failure}</Banner>}
      <Button kind="primary" type="submit" busy={form.isBusy}>
        {t('report_page.send')}
      </Button>
    </form>
  );
}

function StepNumber({ of }: { of: number }) {
  return (
    <span className={styles.nr} aria-hidden="true">
      {of}
    </span>
  );
}
