import { useT } from '#web/i18n/i18n.tsx';
import { TextField } from '#web/ui/field.tsx';
import { needsName, type ReportGround } from '../../model/public-report.ts';
import styles from './report-page.module.css';
import type { ReportFormState } from './use-report-form.ts';

/** Name and email address of the sender. For members, they are filled in and can’t be changed. */
export function SenderFields({
  state: { form, values, change },
  isMember,
  me,
  ground,
}: {
  state: ReportFormState;
  isMember: boolean;
  me: { username: string; email: string } | null;
  ground: ReportGround | null;
}) {
  const t = useT('report_page');
  const isOptional = ground !== null && !needsName(ground);
  const help = isMember ? 'report_page.who_member' : isOptional ? 'report_page.who_optional' : 'report_page.who_help';
  const own = (value: string | undefined) => ({ value: value ?? '', readOnly: true });
  const typed = (name: 'name' | 'email') => ({
    value: values[name],
    required: !isOptional,
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
  });
  return (
    <>
      <div className={styles.two}>
        <TextField
          {...form.fields.of('name')}
          id="report-name"
          autoComplete="name"
          label={t('report_page.name')}
          {...(isMember ? own(me?.username) : typed('name'))}
        />
        <TextField
          {...form.fields.of('email')}
          id="report-email"
          type="email"
          autoComplete="email"
          label={t('report_page.email')}
          {...(isMember ? own(me?.email) : typed('email'))}
        />
      </div>
      <p className="small soft">{t(help)}</p>
    </>
  );
}
