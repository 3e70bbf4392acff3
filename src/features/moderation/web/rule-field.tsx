import { useState } from 'react';
import type { TextRule } from '#core/text-rules.ts';
import { type Fields, useFields } from '#web/api/use-fields.ts';
import { useFind } from '#web/i18n/i18n.tsx';
import field from '#web/ui/field.module.css';
import { RULES, type Rule } from '../model/restriction.ts';
import styles from './rule-field.module.css';

/** A rule to be chosen, with what is wrong as long as none is, in the words of the call that asks for it. */
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

/** The rules that a report names and a decision is founded on (spec §9), one of which is chosen. */
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
