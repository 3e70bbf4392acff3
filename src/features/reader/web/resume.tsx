import { lazy, useEffect, useState } from 'react';
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

const keptPlaces = () => localPlaces().flatMap(toResume).slice(0, SHOWN);

/** "Continue reading" (spec §2): from the server for members, from this browser for visitors. */
export function Resume() {
  return useSignedIn() ? <MemberResume /> : <VisitorResume />;
}

function VisitorResume() {
  const [places, setPlaces] = useState(keptPlaces);
  useEffect(() => onReturn(() => setPlaces(keptPlaces())), []);
  return <ResumePlaces places={places} />;
}
