import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, type Language } from '#core/languages.ts';
import type { CaseDetail } from '#features/moderation/contract-cases.ts';
import { ReasonDialog } from '#features/moderation/web/reason-dialog.tsx';
import { isGone } from '#features/moderation/web/use-moderation.ts';
import { call } from '#web/api/client.ts';
import { keptTexts } from '#web/api/kept-values.ts';
import { useFields } from '#web/api/use-fields.ts';
import { useKept } from '#web/api/use-kept.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { TextField } from '#web/ui/field.tsx';
import { categoryApi } from '../contract-categories.ts';
import { similarNames } from '../model/categories.ts';
import { categoryName as name } from '../model/category-fields.ts';
import styles from './suggest-category.module.css';
import { useCategories } from './use-categories.ts';

/** Named like the fields of the API call, so that its errors appear at the right field. */
const RULES = {
  'names.en': name,
  'names.zh': name,
  'names.de': name,
  'names.fr': name,
  'names.ko': name,
  'names.pt': name,
  'names.ja': name,
  'names.es': name,
};
const EMPTY: Record<Language, string> = { en: '', zh: '', de: '', fr: '', ko: '', pt: '', ja: '', es: '' };
const readNames = keptTexts(EMPTY);

interface Props {
  suggestionId: string;
  suggestion: NonNullable<CaseDetail['suggestion']>;
  /** Username of the member who gets the response. */
  from: string;
  isAccepted: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Accepts or declines a suggested category. An accepted one needs its name in each language. */
export function SuggestionDialog({ suggestionId, suggestion, from, isAccepted, onDone, onClose }: Props) {
  const t = useT('moderation', 'feedback', 'errors');
  const language = useLanguage();
  const known = useCategories().map((category) => category.name);
  const proposed = { ...EMPTY, [suggestion.language]: suggestion.name };
  const { value: names, change, forget } = useKept(`suggestion:${suggestionId}`, readNames, proposed);
  const fields = useFields(
    RULES,
    Object.fromEntries(LANGUAGES.map((one) => [`names.${one}`, names[one]])) as Record<keyof typeof RULES, string>,
  );
  // Existing categories are listed in the language of the page.
  const near = [...new Set([suggestion.name, names[language]].flatMap((one) => similarNames(one, known)))];
  return (
    <ReasonDialog
      about={`suggestion ${suggestionId}`}
      title={isAccepted ? t('moderation.accept_title') : t('moderation.decline_title')}
      label={t('moderation.suggestion_answer', { name: from })}
      act={isAccepted ? t('moderation.accept_act') : t('moderation.decline_act')}
      language={suggestion.language}
      isOptional
      isOver={isGone}
      {...(isAccepted ? { check: fields.check, refuse: fields.refuse } : {})}
      onGive={async (answer) => {
        await call(categoryApi.decide, {
          suggestionId,
          ...(isAccepted ? { names } : {}),
          ...(answer.trim() ? { answer } : {}),
        });
        forget();
        onDone();
      }}
      onClose={onClose}
    >
      <p>{isAccepted ? t('moderation.accept_what') : t('moderation.decline_what')}</p>
      <p className="small soft" role="status">
        {near.length > 0 && t('suggest.near', { names: near.join(' · ') })}
      </p>
      {isAccepted && (
        <fieldset className={styles.names}>
          <legend>{t('moderation.accept_names')}</legend>
          {LANGUAGES.map((one) => (
            <TextField
              key={one}
              {...fields.of(`names.${one}`)}
              label={LANGUAGE_NAMES[one]}
              lang={LANGUAGE_TAGS[one]}
              required
              autoComplete="off"
              value={names[one]}
              onChange={({ target }) => change((before) => ({ ...before, [one]: target.value }))}
            />
          ))}
        </fieldset>
      )}
    </ReasonDialog>
  );
}
