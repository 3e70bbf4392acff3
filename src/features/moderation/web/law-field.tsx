import { useState } from 'react';
import { anyText } from '#core/text-rules.ts';
import { useFields } from '#web/api/use-fields.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { LAWS, type Law } from '../model/law.ts';
import { reportCountry } from '../model/moderation-fields.ts';
import { CountryOptions } from './countries.tsx';
import { useLawName } from './words.ts';

/** State of the field for the law that a decision is based on besides the rule, with its country. */
export function useLaw(given: { law: Law; country: string } | null) {
  const [law, setLaw] = useState<Law | null>(given?.law ?? null);
  const [country, setCountry] = useState(given?.country ?? '');
  const fields = useFields({ country: law === null ? anyText : reportCountry }, { country });
  return {
    ...{ law, setLaw, country, setCountry, fields },
    check: fields.check,
    /** For the call. */
    chosen: law === null ? {} : { law, country },
  };
}

/** The field to name the law that a decision is based on, if there is one. */
export function LawField({ of: { law, setLaw, country, setCountry, fields } }: { of: ReturnType<typeof useLaw> }) {
  const t = useT('moderation', 'report', 'errors');
  const lawName = useLawName();
  return (
    <>
      <SelectField
        label={t('moderation.law')}
        value={law ?? ''}
        onChange={({ target }) => setLaw(LAWS.find((one) => one === target.value) ?? null)}
      >
        <option value="">{t('moderation.no_law')}</option>
        {LAWS.map((one) => (
          <option key={one} value={one}>
            {lawName(one)}
          </option>
        ))}
      </SelectField>
      {law !== null && (
        <SelectField
          {...fields.of('country')}
          label={t('moderation.law_country')}
          value={country}
          onChange={({ target }) => setCountry(target.value)}
        >
          <option value="">{t('moderation.choose_country')}</option>
          <CountryOptions />
        </SelectField>
      )}
    </>
  );
}
