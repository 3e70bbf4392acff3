import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { keepMemberReading } from '#web/boot/reading.ts';
import { readerApi } from '../contract.ts';
import { ResumePlaces } from './resume-list.tsx';

export function MemberResume() {
  return (
    <QueryProvider>
      <Places />
    </QueryProvider>
  );
}

function Places() {
  const { data, isError } = useQuery({ queryKey: ['reader', 'places'], queryFn: () => call(readerApi.positions, {}) });
  const places = data?.map(({ story, chapter, atEnd, readCount }) => ({
    storyId: story.id,
    storyTitle: story.title,
    language: story.titleLanguage,
    chapterLanguage: chapter.titleLanguage,
    mode: story.mode,
    coverUrl: story.coverUrl,
    chapter,
    atEnd,
    readCount,
    chapterCount: story.chapterCount,
  }));
  const isKnown = data !== undefined;
  const hasPlaces = isKnown && data.length > 0;
  useEffect(() => {
    if (isKnown) keepMemberReading(hasPlaces);
  }, [isKnown, hasPlaces]);
  return <ResumePlaces places={places ?? (isError ? [] : null)} />;
}
