import { useState } from 'react';
import type { TextRule } from '#core/text-rules.ts';
import { type Fields, useFields } from '#web/api/use-fields.ts';
import { useFind } from '#web/i18n/i18n.tsx';
import field from '#web/ui/field.module.css';
import { RULES, type Rule } from '../model/restriction.ts';
import styles from './rule-field.module.css';

/** State of a rule field. The error text is that of the form that asks for the rule. */
export function useRule(
  asked: TextRule,
  given: Rule | null = null,
): {
  rule: Rule | null;
  choose: (rule: Rule) => void;
  field: Fields<'rule'>;
} {
  const [rule, choose] = useState(given);
  return { rule, choose, field: useFields({ rule: asked }, { rule: rule ?? '' }) };
}

/** The field to choose a rule for a report or a decision (spec §9). */
export function RuleField({
  legend,
  of: { rule, choose, field: fields },
}: {
  legend: string;
  of: ReturnType<typeof useRule>;
}) {
  const find = useFind('report', 'errors');
  const { name, error, ref } = fields.of('rule');
  return (
    <fieldset className={styles.rules} aria-describedby={error ? 'rule-error' : undefined}>
      <legend>{legend}</legend>
      {RULES.map((one, i) => (
        <label key={one} className={field.check}>
          <input
            ref={i === 0 ? ref : undefined}
            type="radio"
            name={name}
            value={one}
            checked={rule === one}
            onChange={() => choose(one)}
          />
          <span>{find(`rule.${one}`)}</span>
        </label>
      ))}
      {error && (
        <p id="rule-error" className={styles.wrong} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
