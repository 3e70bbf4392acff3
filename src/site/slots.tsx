import { type ComponentType, lazy, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { baseLanguage } from '#core/languages.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';
import { REPLACED, type SlotName } from '#web/page/slot.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { ContentLanguage, isTextPage } from '#web/ui/link.tsx';
import { ISLANDS } from './islands.tsx';

interface FoundSlot {
  readonly element: HTMLElement;
  readonly forMembers: boolean;
  readonly props: object;
  readonly Island: ComponentType<object>;
}

const isSlotName = (name: string | undefined): name is SlotName => name !== undefined && name in ISLANDS;

/** Returns the slots of this page, each with what fills it. Loads nothing yet. */
function findSlots(): FoundSlot[] {
  return [...document.querySelectorAll<HTMLElement>('[data-slot]')].flatMap((element) => {
    const { slot, props = '{}' } = element.dataset;
    if (!isSlotName(slot)) return [];
    const { load, forMembers = false } = ISLANDS[slot];
    // The props were written by the component that names the slot, so their type is that of its island.
    const Island = lazy(async () => ({ default: (await load()) as ComponentType<object> }));
    return [{ element, forMembers, props: JSON.parse(props), Island }];
  });
}

/** Gives the links in a slot the language that this page's URL asks for its texts in, as the document's own links have it. */
function InTextLanguage({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { pathname, search } = location;
  const asked = isTextPage(pathname) ? baseLanguage(new URLSearchParams(search).get('lang')) : null;
  return <ContentLanguage value={asked === language ? null : asked}>{children}</ContentLanguage>;
}

/** Fills the slots of a document. */
export function FilledSlots() {
  const signedIn = useSignedIn();
  const [slots, setSlots] = useState<readonly FoundSlot[]>([]);
  useEffect(() => {
    const find = () => setSlots(findSlots());
    find();
    addEventListener(REPLACED, find);
    return () => removeEventListener(REPLACED, find);
  }, []);
  useEffect(() => {
    document.addEventListener('click', keepPress, true);
    return () => document.removeEventListener('click', keepPress, true);
  }, []);
  return slots
    .filter(({ forMembers }) => signedIn || !forMembers)
    .map(({ element, props, Island }, i) =>
      createPortal(
        <LazyBoundary>
          <InTextLanguage>
            <Island {...props} />
          </InTextLanguage>
          <InPlace of={element} />
        </LazyBoundary>,
        element,
        String(i),
      ),
    );
}

const pressedIn = (part: ParentNode) => part.querySelector<HTMLElement>('[data-press][aria-busy=true]');

/** Keeps the press on a button in a slot that isn't filled yet. */
function keepPress({ target }: MouseEvent): void {
  const button = (target as Element).closest<HTMLElement>('[data-before] [data-press]');
  if (!button) return;
  pressedIn(document)?.removeAttribute('aria-busy');
  button.setAttribute('aria-busy', 'true');
}

/**
 * Hides what the server rendered into a slot, once it is filled and for as long as it stays so. If a button of it was
 * pressed, presses the one of the same name that has taken its place.
 */
function InPlace({ of: slot }: { of: HTMLElement }) {
  useLayoutEffect(() => {
    const before = slot.querySelector<HTMLElement>(':scope > [data-before]');
    if (!before) return;
    before.hidden = true;
    const pressed = pressedIn(before);
    pressed?.removeAttribute('aria-busy');
    const twins = slot.querySelectorAll<HTMLElement>(`[data-press="${pressed?.dataset.press}"]`);
    [...twins].find((twin) => !before.contains(twin))?.click();
    return () => {
      before.hidden = false;
    };
  }, [slot]);
  return null;
}
