import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useMe } from '#features/accounts/web/use-me.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import type { ChapterEditorData } from '../../contract.ts';
import prose from '../prose.module.css';
import { Prose } from '../prose.tsx';
import type { Written } from '../saving/written.ts';
import styles from './editor-page.module.css';
import room from './room.module.css';

/** The chapter as readers will see it: with the end of the preceding chapter, its head, and what follows. */
export function Preview({
  story,
  before,
  number,
  written: { title, summary, choice, document },
}: {
  story: ChapterEditorData['story'];
  before: ChapterEditorData['before'];
  number: number;
  written: Written;
}) {
  const t = useT('chapters');
  const { data: me } = useMe();
  const lang = LANGUAGE_TAGS[story.language];
  return (
    <main id="main" className={styles.page}>
      <p className={`soft small ${room.previewSays}`}>{t('chapters.preview_says')}</p>
      {before && (
        <section className={room.previewBefore}>
          <h2 className="small soft">{t('chapters.before', { number: before.number })}</h2>
          <div className={prose.prose} lang={lang}>
            {before.ending.map((paragraph, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the ending of a published text does not change here
              <p key={i}>{paragraph}</p>
            ))}
          </div>
          {choice.trim() !== '' && (
            <p className={room.previewChoice} lang={lang}>
              {choice.trim()}
            </p>
          )}
        </section>
      )}
      <header className={room.previewHead}>
        <h1 lang={lang}>{t('chapters.chapter_named', { number, title: title.trim() || '…' })}</h1>
        {summary.trim() !== '' && (
          <p className="soft" lang={lang}>
            {summary.trim()}
          </p>
        )}
        {me && (
          <p className={`small ${room.previewAuthor}`}>
            <Avatar name={me.username} src={me.avatar} size="tiny" /> {me.username}
          </p>
        )}
      </header>
      <Prose document={document} language={story.language} />
      <p className={`soft small ${room.previewAfter}`}>{t('chapters.preview_after', { number: number + 1 })}</p>
    </main>
  );
}
