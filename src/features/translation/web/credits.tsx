import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import participantList from '#features/participation/web/participant-list.module.css';
import { Sentence, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Link } from '#web/ui/link.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import more from '#web/ui/more.module.css';
import { Time } from '#web/ui/time.tsx';
import type { ChapterInLanguage, StoryInLanguage } from '../contract-views.ts';
import styles from './credits.module.css';

export type Credited = Pick<
  NonNullable<ChapterInLanguage['translation']>,
  'id' | 'translator' | 'basedOn' | 'approvedAt' | 'isStale'
>;

/** The credits of a translation without its text. */
export function creditsOf(translation: Credited | null): Credited | null {
  if (!translation) return null;
  const { id, translator, basedOn, approvedAt, isStale } = translation;
  return { id, translator, basedOn, approvedAt, isStale };
}

/** Shows who made the translation, when, and whether it is out of date. */
export function Credits({
  of: { translator, basedOn, approvedAt, isStale },
  editAt,
}: {
  of: Credited;
  /** Path of its editor, for readers who want to improve it. */
  editAt: string;
}) {
  const t = useT('translations');
  const member = ({ slug, username }: { slug: string; username: string }) => (
    <MemberLink className="quiet" slug={slug}>
      {username}
    </MemberLink>
  );
  return (
    <Meta>
      <span>
        {basedOn ? (
          <Sentence
            id="translations.by_based"
            wraps={{ who: () => member(translator), first: () => member(basedOn) }}
            parts={['translations']}
          />
        ) : (
          <Sentence id="translations.by" wraps={{ who: () => member(translator) }} parts={['translations']} />
        )}
      </span>
      <Time at={approvedAt} kind="long" />
      {isStale && <Badge kind="warn">{t('translations.stale')}</Badge>}
      <Link to={editAt}>{isStale ? t('translations.bring_up') : t('translations.improve')}</Link>
    </Meta>
  );
}

/**
 * Tells readers that a text isn’t available in the requested language (product §7). Required wherever that is the case.
 */
export function ShownInstead({
  asked,
  shown,
  translateAt,
}: {
  asked: Language;
  shown: Language;
  /** Path of the translation editor, without the language. */
  translateAt: string;
}) {
  const t = useT('translations');
  const nameOf = useLanguageName();
  const language = useLanguage();
  const lang = LANGUAGE_TAGS[language];
  if (asked === shown) return null;
  return (
    <div className={styles.notice} lang={lang}>
      <Banner
        action={
          <Link className={more.more} to={`${translateAt}?lang=${asked}`}>
            {t('translations.translate_into', { language: nameOf(asked) })}
          </Link>
        }
      >
        {asked !== language
          ? t('translations.shown_instead', { asked: nameOf(asked), shown: nameOf(shown) })
          : shown === 'en'
            ? t('translations.shown_in_english')
            : t('translations.shown_in_original', { language: nameOf(shown) })}
      </Banner>
    </div>
  );
}

/** Shows the main translators of a story: their languages and numbers of chapters. */
export function Translators({
  storyId,
  of: translators,
  others,
}: {
  storyId: string;
  of: StoryInLanguage['translators'];
  /** Number of further translators. */
  others: number;
}) {
  const t = useT('translations');
  return (
    <section>
      {translators.length > 0 && (
        <>
          <h2>{t('translations.translators')}</h2>
          <ul className={participantList.participants}>
            {translators.map(({ id, username, slug, avatar, language, chapters }) => (
              <li key={`${id} ${language}`}>
                <Avatar name={username} src={avatar} />
                <MemberLink className="quiet" slug={slug}>
                  {username}
                </MemberLink>
                <span className="small soft">
                  <Share language={language} chapters={chapters} />
                </span>
              </li>
            ))}
          </ul>
          {others > 0 && <p className="small soft">{t('translations.more', { count: others })}</p>}
        </>
      )}
      <Link className={more.more} to={to.translateStory({ storyId })}>
        {t('translations.into_another')}
      </Link>
    </section>
  );
}

function Share({ language, chapters }: { language: Language; chapters: number }) {
  const name = useLanguageName()(language);
  // Translators of the title and description alone have no chapters to count.
  if (chapters === 0) return name;
  return (
    <Sentence
      id="translations.share"
      params={{ count: chapters }}
      wraps={{ language: () => name }}
      parts={['translations']}
    />
  );
}
