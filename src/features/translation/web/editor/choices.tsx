import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { useMoment } from '#web/ui/clock-time.tsx';
import type { EditorRow } from '../../model/editor-rows.ts';
import { sayingOf, type TextClash } from '../../model/merge-texts.ts';
import { FIELD_KEYS } from '../../model/source-parts.ts';
import styles from './editor.module.css';
import { MarkedWords } from './marked-words.tsx';
import type { Choices, Translating } from './use-translating.ts';

const keyOf = (clash: TextClash) => clash.field ?? [...clash.keys, clash.mine.paragraphs[0]?.id ?? ''].join();

/** Shows rows that were changed in two places, with both texts to choose from. Both are kept until then. */
export function Chosen({
  translating: { source, language, choose },
  choices: { open, kind, at },
  rows,
}: {
  translating: Translating;
  choices: Choices;
  rows: readonly EditorRow[];
}) {
  const t = useT('translate');
  const moment = useMoment();
  const original = (clash: TextClash) => {
    const keys = clash.field ? [FIELD_KEYS[clash.field]] : clash.keys;
    return rows.flatMap(({ parts }) => parts.filter(({ key }) => keys.includes(key)));
  };
  const side = (label: string, words: string, take: () => void) => (
    <div>
      <span className="small soft">{label}</span>
      <p lang={LANGUAGE_TAGS[language]}>{words.trim() === '' ? t('translate.empty_text') : words}</p>
      <Button small onClick={take}>
        {t('translate.use_this')}
      </Button>
    </div>
  );
  return (
    <section aria-labelledby="translation-choices" aria-live="polite">
      <h2 id="translation-choices">{t('translate.choices', { count: open.length })}</h2>
      {open.map((clash) => (
        <div key={keyOf(clash)} className={styles.clash}>
          <div className={styles.src} lang={LANGUAGE_TAGS[source.language]}>
            {original(clash).map(({ key, text }) => (
              <p key={key}>
                <MarkedWords text={text} />
              </p>
            ))}
          </div>
          <div className={styles.sides}>
            {side(t('translate.mine'), sayingOf(clash.mine), () => choose(clash, 'mine'))}
            {side(
              kind === 'server'
                ? t('translate.theirs', { time: moment(at) })
                : t('translate.kept_here', { time: moment(at) }),
              sayingOf(clash.theirs),
              () => choose(clash, 'theirs'),
            )}
          </div>
        </div>
      ))}
    </section>
  );
}
