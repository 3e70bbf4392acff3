import { createContext, use, useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react';
import type { FieldIssue } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { call } from '#web/api/client.ts';
import { useFieldText } from '#web/i18n/field-text.ts';
import { newKey } from '#web/new-key.ts';
import { keepWords, readWords } from '#web/saving/device-words.ts';
import { useSaverEvents } from '#web/saving/use-saver-events.ts';
import { type StoryDraft, storyApi } from '../../contract.ts';
import type { StoryFields } from '../../model/story-field-list.ts';
import { useModes } from '../modes.ts';
import { type StoryField, type StoryForms, storyForms } from './story-form.ts';
import { createStorySaver, type KeptForm, type StorySaver } from './story-saver.ts';
import type { StoryValues } from './story-values.ts';

/**
 * The key for what the device keeps of a form. It contains the owner’s id, so that other members on this browser never
 * see it.
 */
function placeOf(accountId: string, storyId: string | null): string {
  return `story:${accountId}:${storyId ?? 'new'}`;
}

function readKept({ completed }: StoryForms, accountId: string, storyId: string | null): KeptForm | null {
  try {
    const kept: KeptForm | null = JSON.parse(readWords(accountId, placeOf(accountId, storyId)) ?? 'null');
    return kept && { ...kept, values: completed(kept.values), ...(kept.base ? { base: completed(kept.base) } : {}) };
  } catch {
    return null;
  }
}

const FieldsContext = createContext<StoryFields | null>(null);
/** Around the story editor, with the fields of all features. Only editors load them, because they need schemas. */
export const StoryFieldsProvider = FieldsContext.Provider;

/** Returns the functions of the form for the writing modes and the fields of the site. */
export function useStoryForms(): StoryForms {
  const models = useModes();
  const fields = use(FieldsContext);
  if (!fields) throw new Error('There is no StoryFieldsProvider around this component');
  return useMemo(() => storyForms(models, fields), [models, fields]);
}

/**
 * Creates a saver that lives as long as the component. Input survives leaving the page. `language` is that of a new
 * story.
 */
export function useStorySaver(accountId: string, draft: StoryDraft | null, language: Language): StorySaver {
  const forms = useStoryForms();
  const [saver] = useState(() => {
    // Once this form has created the story, the device keeps the form under the story’s id.
    let storyId = draft?.id ?? null;
    return createStorySaver(
      {
        create: async (input, key) => {
          const created = await call(storyApi.create, input, { idempotencyKey: key, as: accountId });
          keepWords(accountId, placeOf(accountId, null), null);
          storyId = created.id;
          return created;
        },
        update: (input) => call(storyApi.update, input, { as: accountId }),
        keep: (form) => keepWords(accountId, placeOf(accountId, storyId), form),
        newKey,
      },
      { forms, draft, kept: readKept(forms, accountId, storyId), blank: forms.blankValues(language) },
    );
  });
  // Not where the saver is created: a discarded render would leave a saver that sends.
  useEffect(() => saver.sendKept(), [saver]);
  useSaverEvents(saver);
  return saver;
}

export interface StoryForm {
  saver: StorySaver;
  values: StoryValues;
  draft: StoryDraft | null;
  change: (changes: Partial<StoryValues>) => void;
  /** The error message to show for a field now, or undefined. */
  errorOf: (field: StoryField) => string | undefined;
  /** All problems, whether they are shown already or not. */
  problems: Partial<Record<StoryField, FieldIssue>>;
  leave: (field: StoryField) => void;
  /** Shows all problems from now on. */
  showAll: () => void;
  /** The id of a field’s element, for links. */
  idOf: (field: StoryField) => string;
}

/** The form of a story: its values and their problems. Problems are shown when a field was left, or after `showAll`. */
export function useStoryForm(saver: StorySaver): StoryForm {
  const { values, draft, refused } = useSyncExternalStore(saver.subscribe, saver.get);
  const { problemsOf } = useStoryForms();
  const fieldText = useFieldText();
  const formId = useId();
  const [left, setLeft] = useState<ReadonlySet<StoryField>>(new Set());
  const [isAllShown, setAllShown] = useState(false);
  const problems = problemsOf(values);
  return {
    saver,
    values,
    draft,
    problems,
    change: saver.change,
    errorOf: (field) => {
      const issue = problems[field];
      return refused[field] ?? (issue && (isAllShown || left.has(field)) ? fieldText(issue) : undefined);
    },
    leave: (field) => setLeft((before) => (before.has(field) ? before : new Set([...before, field]))),
    showAll: () => setAllShown(true),
    idOf: (field) => `${formId}-${field}`,
  };
}
