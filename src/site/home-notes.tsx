import { type ComponentType, type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { type HomeNote, merged } from '#web/feature.ts';
import { type KeptNote, type KeptNotes, keptNote, onKeptNotes } from '#web/navigation/kept-note.ts';
import { useKeptNote } from '#web/navigation/use-kept-note.ts';
import { later } from '#web/ui/later.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FEATURES } from './features.ts';

interface ShownNote<Note> {
  readonly order: number;
  readonly replacesHome: boolean;
  readonly note: KeptNote<Note>;
  readonly Content: ComponentType<{ note: Note; waiting?: ReactNode }>;
}

const KINDS: { readonly [Name in keyof KeptNotes]: HomeNote<KeptNotes[Name]> } = merged(FEATURES, 'notes');

function shownNote<Name extends keyof KeptNotes>(name: Name): ShownNote<KeptNotes[Name]> {
  const { order, replacesHome = false, load, texts } = KINDS[name];
  return { order, replacesHome, note: keptNote(name), Content: later(load, texts) };
}

/** The notes that the home page can show, the most important one first. */
const NOTES = (Object.keys(KINDS) as (keyof KeptNotes)[]).map(shownNote).sort((a, b) => a.order - b.order);

const findKept = () => NOTES.find(({ note }) => note.isKept()) ?? null;

/** Tells users that the site has logged out why: their account is restricted, or will be deleted. */
export function HomeNotes() {
  const signedIn = useSignedIn();
  const kept = useSyncExternalStore(onKeptNotes, findKept, () => null);
  return !signedIn && kept && <Shown {...kept} />;
}

function Shown<Note>({ replacesHome, note: kept, Content }: ShownNote<Note>) {
  const note = useKeptNote(kept);
  if (note === null) return null;
  return (
    <>
      {replacesHome && <InPlaceOfHome />}
      <LazyBoundary>
        <Content waiting={replacesHome && <Spinner />} note={note} />
      </LazyBoundary>
    </>
  );
}

/** Hides the rest of the home page. */
function InPlaceOfHome() {
  useLayoutEffect(() => {
    const home = document.querySelector<HTMLElement>('[data-home]');
    if (!home) return;
    home.hidden = true;
    return () => {
      home.hidden = false;
    };
  }, []);
  return null;
}
