import { lazy, Suspense, useEffect, useState } from 'react';
import { isLanguage } from '#core/languages.ts';
import { isWritingMode } from '#features/stories/model/writing-mode.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { type LocalPlace, localPlaces, whereToGoOn } from '#web/boot/reading.ts';
import { onReturn } from '#web/boot/returning.ts';
import { type ResumePlace, ResumePlaces, SHOWN } from './resume-list.tsx';

const MemberResume = lazy(() => import('./member-resume.tsx').then((m) => ({ default: m.MemberResume })));

/** None for what this browser has kept in a language or mode that is none of ours. */
function toResume(place: LocalPlace): ResumePlace[] {
  const { language, mode } = place;
  const chapterLanguage = place.chapterLanguage ?? language;
  if (!isLanguage(language) || !isLanguage(chapterLanguage) || !isWritingMode(mode)) return [];
  return [{ ...place, ...whereToGoOn(place), language, chapterLanguage, mode, readCount: place.read.length }];
}

/** "Continue reading" (spec §2): from the server for members, from this browser for visitors. Its place is kept from the start. */
export function Resume() {
  const signedIn = useSignedIn();
  const [places, setPlaces] = useState<ResumePlace[] | null>(null);
  useEffect(() => {
    if (signedIn) return;
    const show = () => setPlaces(localPlaces().flatMap(toResume).slice(0, SHOWN));
    show();
    return onReturn(show);
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
