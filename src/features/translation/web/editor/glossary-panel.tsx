import { useState } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { useApiForm } from '#web/api/api-form.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { toast } from '#web/ui/toast.ts';
import type { TranslatedName } from '../../contract-views.ts';
import { note, term } from '../../model/form-fields.ts';
import rows from './editor.module.css';
import styles from './glossary.module.css';
import type { NameFields } from './use-glossary.ts';

interface Props {
  names: readonly TranslatedName[];
  from: Language;
  into: Language;
  /** Terms that occur in the current row, in the order of their shortcuts. */
  here: readonly TranslatedName[];
  onSave: (fields: NameFields, before?: TranslatedName) => Promise<void>;
  onRemove: (name: TranslatedName) => Promise<void>;
}

/** The glossary of the story, shared by its translators. */
export function GlossaryPanel({ names, from, into, here, onSave, onRemove }: Props) {
  const t = useT('translate');
  const errorText = useErrorText();
  const [added, setAdded] = useState(0);
  const [edited, setEdited] = useState<string | null>(null);
  const remove = async (name: TranslatedName) => {
    try {
      await onRemove(name);
      const { term: word, translation, note: said } = name;
      toast(t('translate.name_removed'), {
        label: t('translate.undo'),
        run: () =>
          void onSave({ term: word, translation, note: said }).catch((error: unknown) => toast(errorText(error))),
      });
    } catch (error) {
      toast(errorText(error));
    }
  };
  return (
    <aside className={styles.names} aria-label={t('translate.names')}>
      <details>
        <summary>
          <b>{t('translate.names')}</b>
          <span className="small">{t('translate.names_count', { count: names.length })}</span>
        </summary>
        <div className={styles.in}>
          <h2>{t('translate.names')}</h2>
          {names.length === 0 && <p className="soft">{t('translate.names_empty')}</p>}
          <dl>
            {names.map((name) => {
              const key = here.indexOf(name) + 1;
              return edited === name.id ? (
                <div key={name.id}>
                  <dt className="hide">{name.term}</dt>
                  <dd>
                    <NameForm
                      from={from}
                      into={into}
                      start={name}
                      onSave={async (fields) => {
                        await onSave(fields, name);
                        setEdited(null);
                      }}
                      onCancel={() => setEdited(null)}
                    />
                  </dd>
                </div>
              ) : (
                <div key={name.id}>
                  <dt lang={LANGUAGE_TAGS[from]}>{name.term}</dt>
                  <dd lang={LANGUAGE_TAGS[into]}>{name.translation}</dd>
                  {name.note && <dd className={styles.note}>{name.note}</dd>}
                  {key > 0 && key < 10 && (
                    <dd className={styles.key}>
                      <kbd>{t('translate.key_alt', { key })}</kbd>
                    </dd>
                  )}
                  <dd className={styles.actions}>
                    <TextButton
                      className="small"
                      aria-label={t('translate.edit_name', { name: name.term })}
                      onClick={() => setEdited(name.id)}
                    >
                      {t('translate.edit')}
                    </TextButton>
                    <TextButton
                      className="small"
                      aria-label={t('translate.remove_name', { name: name.term })}
                      onClick={() => void remove(name)}
                    >
                      {t('translate.remove')}
                    </TextButton>
                  </dd>
                </div>
              );
            })}
          </dl>
          {/* The key resets the form after each added term. */}
          <NameForm
            key={added}
            from={from}
            into={into}
            onSave={async (fields) => {
              await onSave(fields);
              setAdded(added + 1);
            }}
          />
          <p className="small soft">{t('translate.names_shared')}</p>
        </div>
      </details>
    </aside>
  );
}

const NOTHING: NameFields = { term: '', translation: '', note: '' };

/** Form to add or change a term. */
function NameForm({
  from,
  into,
  start = NOTHING,
  onSave,
  onCancel,
}: {
  from: Language;
  into: Language;
  start?: NameFields;
  onSave: (fields: NameFields) => Promise<void>;
  onCancel?: () => void;
}) {
  const t = useT('translate');
  const [values, setValues] = useState<NameFields>({
    term: start.term,
    translation: start.translation,
    note: start.note,
  });
  const { fields, isBusy, submit } = useApiForm({
    rules: { term, translation: term, note },
    values: { ...values },
    send: onSave,
    failsIn: 'toast',
  });
  const set = (name: keyof NameFields) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setValues((before) => ({ ...before, [name]: value }));
  };
  const isOpen = onCancel !== undefined || values.term !== '' || values.translation !== '';
  return (
    <form className={styles.addName} noValidate onSubmit={submit}>
      <TextField
        label={onCancel ? t('translate.name_term') : t('translate.add_name')}
        placeholder={t('translate.name_term')}
        lang={LANGUAGE_TAGS[from]}
        value={values.term}
        onChange={set('term')}
        {...fields.of('term')}
      />
      <TextField
        label={t('translate.name_translation')}
        lang={LANGUAGE_TAGS[into]}
        value={values.translation}
        onChange={set('translation')}
        {...fields.of('translation')}
      />
      {isOpen && (
        <TextField label={t('translate.name_note')} value={values.note} onChange={set('note')} {...fields.of('note')} />
      )}
      <div className={rows.afterRow}>
        <Button small type="submit" busy={isBusy}>
          {onCancel ? t('common.save') : t('translate.add')}
        </Button>
        {onCancel && (
          <Button small kind="bare" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
