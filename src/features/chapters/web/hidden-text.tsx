import { useQuery } from '@tanstack/react-query';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { call } from '#web/api/client.ts';
import { chapterApi } from '../contract.ts';
import { Prose } from './prose.tsx';

/** Loads what its author and moderators can still see of a hidden chapter. Needs a `QueryProvider`. */
export function useHiddenText(chapterId: string) {
  return useQuery({
    queryKey: ['chapter', chapterId, 'hidden'],
    queryFn: () => call(chapterApi.hiddenText, { chapterId }),
    // An edit may have replaced it.
    staleTime: 0,
  });
}

/**
 * The published text of a hidden chapter, which its author and moderators can still see (product §4). Needs a
 * `QueryProvider`.
 */
export function HiddenChapterText({ chapterId, language }: { chapterId: string; language: Language }) {
  const { data } = useHiddenText(chapterId);
  if (!data) return null;
  const lang = LANGUAGE_TAGS[language];
  return (
    <section>
      {data.choice && <p lang={lang}>{data.choice}</p>}
      <h2 lang={lang}>{data.title}</h2>
      {data.summary && (
        <p className="soft" lang={lang}>
          {data.summary}
        </p>
      )}
      <Prose document={data.content} language={language} />
    </section>
  );
}
