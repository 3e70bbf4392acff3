import { type ComponentType, lazy, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { AskedLanguage } from '#features/translation/web/asked-language.tsx';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { REPLACED, type SlotName, staticPartOf } from '#web/page/slot.tsx';
import { KeepStaticPart } from '#web/page/static-part.tsx';
import { handOverFocus } from '#web/ui/focus.ts';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { ISLANDS } from './islands.tsx';

interface FoundSlot {
  readonly element: HTMLElement;
  readonly forMembers: boolean;
  readonly props: object;
  readonly Island: ComponentType<object>;
}

const isSlotName = (name: string | undefined): name is SlotName => name !== undefined && name in ISLANDS;

const islands = new Map<SlotName, ComponentType<object>>();

/** Returns what fills the slots of this name. Loads it once it is rendered. */
function islandOf(name: SlotName): ComponentType<object> {
  const { load } = ISLANDS[name];
  // The props were written by the component that names the slot, so their type is that of its island.
  const Island = islands.get(name) ?? lazy(async () => ({ default: (await load()) as ComponentType<object> }));
  islands.set(name, Island);
  return Island;
}

/** Returns the slots of this page, each with what fills it. */
function findSlots(): FoundSlot[] {
  return [...document.querySelectorAll<HTMLElement>('[data-slot]')].flatMap((element) => {
    const { slot, props = '{}' } = element.dataset;
    if (!isSlotName(slot)) return [];
    const { forMembers = false } = ISLANDS[slot];
    return [{ element, forMembers, props: JSON.parse(props), Island: islandOf(slot) }];
  });
}

const keys = new WeakMap<HTMLElement, string>();
let lastKey = 0;

/** Returns the React key of a slot. Its island stays while the document around it is updated. */
function keyOf(slot: HTMLElement): string {
  const key = keys.get(slot) ?? String(++lastKey);
  keys.set(slot, key);
  return key;
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
    .map((slot) => createPortal(<Filled slot={slot} />, slot.element, keyOf(slot.element)));
}

function Filled({ slot: { element, props, Island } }: { slot: FoundSlot }) {
  const [keeps, keep] = useState(false);
  return (
    <KeepStaticPart value={keep}>
      <AskedLanguage>
        <LazyBoundary>
          <Island {...props} />
          {!keeps && <InPlace of={element} />}
        </LazyBoundary>
      </AskedLanguage>
    </KeepStaticPart>
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
 * Hides what the server rendered into a slot, while the island shows something else. The focus moves along. If a button
 * was pressed, presses the one of the same name that has taken its place.
 */
function InPlace({ of: slot }: { of: HTMLElement }) {
  useLayoutEffect(() => {
    const part = staticPartOf(slot);
    if (!part) return;
    const giveFocus = handOverFocus(part, slot);
    part.hidden = true;
    giveFocus();
    const pressed = pressedIn(part);
    pressed?.removeAttribute('aria-busy');
    const twins = slot.querySelectorAll<HTMLElement>(`[data-press="${pressed?.dataset.press}"]`);
    [...twins].find((twin) => !part.contains(twin))?.click();
    return () => {
      part.hidden = false;
    };
  }, [slot]);
  return null;
}
