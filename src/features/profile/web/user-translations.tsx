import type { Page } from '#core/endpoint.ts';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { withSoftHyphens } from '#features/stories/model/long-words.ts';
import { ModeMark, useModeName } from '#features/stories/web/mode.tsx';
import own from '#features/stories/web/own-work.module.css';
import list from '#features/stories/web/story-list.module.css';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import { Time } from '#web/ui/time.tsx';
import type { UserTranslation } from '../contract.ts';

/** A member’s published translations. Hidden if there are none. */
export function UserTranslations({ slug, items, next }: { slug: string } & Page<UserTranslation>) {
  const t = useT('profile');
  if (items.length === 0) return null;
  return (
    <Section title={t('user.translations')}>
      <div>
        <ul className={classNames(list.rows, own.rows)}>
          {items.map((translation) => (
            <TranslationRow key={`${translation.storyId} ${translation.language}`} translation={translation} />
          ))}
        </ul>
        {next && (
          <p>
            <Link to={to.user({ userSlug: slug }, { translations: next })}>{t('common.view_more')}</Link>
          </p>
        )}
      </div>
    </Section>
  );
}

function TranslationRow({ translation }: { translation: UserTranslation }) {
  const t = useT('profile');
  const modeName = useModeName();
  const nameOf = useLanguageName();
  const { storyId, title, titleLanguage, originalTitle, original, language, mode, creator } = translation;
  const { done, chapterCount: total } = translation;
  return (
    <li className={classNames(list.row, list.slim)}>
      <ModeMark mode={mode} />
      <div>
        <span className="hide">{modeName(mode)}: </span>
        <p className={list.name} lang={LANGUAGE_TAGS[titleLanguage]}>
          <Link className="quiet" to={to.story({ storyId }, { lang: language })}>
            {withSoftHyphens(title)}
          </Link>
        </p>
        {title !== originalTitle && (
          <p className={list.latest} lang={LANGUAGE_TAGS[original]}>
            {originalTitle}
          </p>
        )}
        <Meta>
          <span>{t('user.way', { from: nameOf(original), to: nameOf(language) })}</span>
          <span>{done === 0 ? t('user.only_title') : t('user.chapters_done', { done, total })}</span>
          <Link to={to.user({ userSlug: creator.slug })}>{creator.username}</Link>
        </Meta>
      </div>
      <Time at={translation.at} kind="relative" className={list.when} />
    </li>
  );
}
