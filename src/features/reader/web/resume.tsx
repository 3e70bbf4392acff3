import { lazy, Suspense, useEffect, useState } from 'react';
import type { Language } from '#core/languages.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { useSignedIn } from '#web/api/session.ts';
import { localPlaces, whereToGoOn } from '#web/boot/reading.ts';
import { type ResumePlace, ResumePlaces, SHOWN } from './resume-places.tsx';

const MemberResume = lazy(() => import('./member-resume.tsx').then((m) => ({ default: m.MemberResume })));

/** "Continue reading" (spec §2): from the server for members, from this browser for visitors. Its place is kept from the start. */
export function Resume() {
  const signedIn = useSignedIn();
  const [places, setPlaces] = useState<ResumePlace[] | null>(null);
  useEffect(() => {
    if (signedIn) return;
    setPlaces(
      localPlaces()
        .slice(0, SHOWN)
        .map((place) => ({
          ...place,
          ...whereToGoOn(place),
          language: place.language as Language,
          chapterLanguage: (place.chapterLanguage ?? place.language) as Language,
          mode: place.mode as WritingMode,
          readCount: place.read.length,
        })),
    );
  }, [signedIn]);
  if (signedIn) {
    return (
      <Suspense fallback={<ResumePlaces places={null} />}>
        <MemberResume />
      </Suspense>
    );
  }
  return <ResumePlaces places={places} />;
}
