import { useQuery } from '@tanstack/react-query';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { call } from '#web/api/client.ts';
import { chapterApi } from '../contract.ts';
import { Prose } from './prose.tsx';

/** The text of a hidden chapter, which its author and moderators still see (product §4). Stands in a `QueryProvider`. */
export function HiddenText({ chapterId, language }: { chapterId: string; language: Language }) {
  const { data } = useQuery({
    queryKey: ['chapter', chapterId, 'draft'],
    queryFn: () => call(chapterApi.draft, { chapterId }),
  });
  if (data?.status !== 'hidden') return null;
  return (
    <section>
      <h2 lang={LANGUAGE_TAGS[language]}>{data.title}</h2>
      <Prose document={data.content} language={language} />
    </section>
  );
}
