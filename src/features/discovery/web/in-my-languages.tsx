import { Languages } from 'lucide';
import { writeLanguages } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { Shelf } from '#features/stories/web/story-list.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { press } from '#web/page/press.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import type { Home } from '../contract.ts';
import { FEW_STORIES } from '../model/sorts.ts';
import styles from './in-my-languages.module.css';
import { useStandingFact } from './standing.ts';

declare module '#web/page/press.ts' {
  interface Presses {
    'languages-read': object;
  }
}

/** Covers that are visible without scrolling and loaded eagerly. */
const EAGER_COVERS = 4;

/** Stories that can be read in the reader’s languages. The page contains those of its own language. */
export function InMyLanguages({ home: { languages, mine, standings } }: { home: Home }) {
  const t = useT('discovery');
  const nameOf = useLanguageName();
  const fact = useStandingFact(standings);
  const [first] = languages;
  const isOne = languages.length === 1;
  return (
    <Section
      id="mine"
      languages={writeLanguages(languages)}
      title={isOne ? t('home.in_language', { language: nameOf(first!) }) : t('home.in_languages')}
      tabs={
        <TextButton className={styles.choose} {...press('languages-read', {})}>
          <Icon of={Languages} />
          {t('home.choose_languages')}
        </TextButton>
      }
      {...(isOne && mine.length >= FEW_STORIES
        ? { viewMore: to.search({ language: first, sort: 'recent_popular' }) }
        : {})}
    >
      <div className={styles.list}>
        {mine.length > 0 && <Shelf stories={mine} className={styles.row} fact={fact} eager={EAGER_COVERS} />}
        {mine.length < FEW_STORIES && (
          <div className={styles.few}>
            <p>
              {isOne
                ? t('home.few_in_language', { count: mine.length, language: nameOf(first!) })
                : t('home.few_in_languages', { count: mine.length })}
            </p>
            <ButtonLink to={to.editStory({ new: 1 })}>{t('home.write_first', { count: mine.length })}</ButtonLink>
          </div>
        )}
      </div>
    </Section>
  );
}
