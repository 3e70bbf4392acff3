import { useFind, useT } from '#web/i18n/i18n.tsx';
import field from '#web/ui/field.module.css';
import { SelectField } from '#web/ui/field.tsx';
import { useSite } from '#web/ui/use-site.ts';
import { LAWS } from '../../model/law.ts';
import { GROUNDS } from '../../model/public-report.ts';
import { RULES } from '../../model/restriction.ts';
import { CountryOptions } from '../countries.tsx';
import styles from './report-page.module.css';
import type { ReportFormState } from './use-report-form.ts';

/** Why it should not be on the site: a rule, or the law of a country. */
export function GroundFields({ state }: { state: ReportFormState }) {
  const t = useT('report_page');
  const { form, values, change } = state;
  const { name: site } = useSite();
  const { error, ref } = form.fields.of('ground');
  const label = { rule: t('report_page.by_rule', { site }), law: t('report_page.by_law') };
  const say = { rule: t('report_page.by_rule_say'), law: t('report_page.by_law_say') };
  return (
    <>
      <fieldset className={styles.choices} aria-describedby={error ? 'report-ground-error' : undefined}>
        <legend className="hide">{t('report_page.step_why')}</legend>
        {GROUNDS.map((one, i) => (
          <label key={one} className={styles.choice}>
            <input
              {...(i === 0 ? { ref, id: 'report-ground' } : {})}
              type="radio"
              name="ground"
              value={one}
              checked={values.ground === one}
              onChange={() => change({ ground: one })}
            />
            <span>
              <b>{label[one]}</b>
              <span className={styles.say}>{say[one]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {error && (
        <p id="report-ground-error" className={`${field.field} ${styles.wrong}`}>
          {error}
        </p>
      )}
      {values.ground === 'rule' && <RuleSelect state={state} />}
      {values.ground === 'law' && <LawSelects state={state} />}
    </>
  );
}

function RuleSelect({ state: { form, values, change } }: { state: ReportFormState }) {
  const t = useT('report_page', 'report');
  const find = useFind('report');
  return (
    <SelectField
      {...form.fields.of('rule')}
      id="report-rule"
      required
      label={t('report_page.which_rule')}
      value={values.rule}
      onChange={({ target }) => change({ rule: target.value })}
    >
      <option value="">{t('report_page.choose')}</option>
      {RULES.map((rule) => (
        <option key={rule} value={rule}>
          {find(`rule.${rule}`)}
        </option>
      ))}
    </SelectField>
  );
}

function LawSelects({ state: { form, values, change } }: { state: ReportFormState }) {
  const t = useT('report_page', 'report');
  const find = useFind('report');
  return (
    <div className={styles.two}>
      <SelectField
        {...form.fields.of('law')}
        id="report-law"
        required
        label={t('report_page.which_law')}
        value={values.law}
        onChange={({ target }) => change({ law: target.value })}
      >
        <option value="">{t('report_page.choose')}</option>
        {LAWS.map((law) => (
          <option key={law} value={law}>
            {find(`law.${law}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        {...form.fields.of('country')}
        id="report-country"
        required
        label={t('report_page.which_country')}
        value={values.country}
        onChange={({ target }) => change({ country: target.value })}
      >
        <option value="">{t('report_page.choose')}</option>
        <CountryOptions />
      </SelectField>
    </div>
  );
}
