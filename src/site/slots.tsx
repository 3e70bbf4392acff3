import { type ComponentType, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { REPLACED } from '#web/boot/replaced.ts';
import { useFetchPart } from '#web/i18n/i18n.tsx';
import { readPageData } from '#web/page/page-data.ts';
import { type SlotName, staticPartOf } from '#web/page/slot.tsx';
import { KeepStaticPart } from '#web/page/static-part.tsx';
import { handOverFocus } from '#web/ui/focus.ts';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { insideAll } from './around.tsx';
import { FEATURES } from './features.ts';
import { ISLANDS } from './islands.tsx';

interface FoundSlot {
  readonly element: HTMLElement;
  readonly name: SlotName;
  readonly props: object;
}

/** The components of features around each island, outermost first. */
const AROUND_ISLANDS = FEATURES.flatMap(({ aroundIslands }) => aroundIslands ?? []);

const isSlotName = (name: string | undefined): name is SlotName => name !== undefined && name in ISLANDS;

/** Returns the slots of this page. */
function findSlots(): FoundSlot[] {
  return [...document.querySelectorAll<HTMLElement>('[data-slot]')].flatMap((element) => {
    const { slot, props = '{}' } = element.dataset;
    if (!isSlotName(slot)) return [];
    return [{ element, name: slot, props: JSON.parse(props) }];
  });
}

const keys = new WeakMap<HTMLElement, string>();
let lastKey = 0;

/** Returns the React key of a slot, so that its island stays while the document around it is updated. */
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
  const wanted = slots.filter(({ name }) => signedIn || !ISLANDS[name].forMembers);
  const islands = useIslands(wanted.map(({ name }) => name));
  return wanted.flatMap(({ element, name, props }) => {
    const Island = islands[name];
    return Island ? createPortal(<Filled {...{ element, props, Island }} />, element, keyOf(element)) : [];
  });
}

type Islands = Partial<Record<SlotName, ComponentType<object>>>;

/**
 * Returns those of these islands that are loaded, and loads the others. An island that can’t be loaded throws when it
 * is rendered. They don’t suspend, because of what React does then (`later.tsx`).
 */
function useIslands(names: readonly SlotName[]): Islands {
  const [islands, setIslands] = useState<Islands>({});
  const asked = useRef(new Set<SlotName>());
  const fetchPart = useFetchPart();
  useEffect(() => {
    for (const name of names) {
      if (asked.current.has(name)) continue;
      asked.current.add(name);
      const load = async () => {
        const { forMembers, load: fetchIsland } = ISLANDS[name];
        const texts = forMembers ? (readPageData()?.partsOfMembers ?? []) : [];
        const [Island] = await Promise.all([fetchIsland(), ...texts.map(fetchPart)]);
        // The component that names the slot has written the props, so their type is that of its island.
        return Island as ComponentType<object>;
      };
      const failing = (failure: unknown) => () => {
        throw failure;
      };
      void load()
        .catch(failing)
        .then((Island) => startTransition(() => setIslands((all) => ({ ...all, [name]: Island }))));
    }
  });
  return islands;
}

function Filled({ element, props, Island }: { element: HTMLElement; props: object; Island: ComponentType<object> }) {
  const [keeps, keep] = useState(false);
  return (
    <KeepStaticPart value={keep}>
      {insideAll(
        AROUND_ISLANDS,
        <LazyBoundary>
          <Island {...props} />
          {!keeps && <InPlace of={element} />}
        </LazyBoundary>,
      )}
    </KeepStaticPart>
  );
}

const pressedIn = (part: ParentNode) => part.querySelector<HTMLElement>('[data-press][aria-busy=true]');

/** Marks a button that was pressed in a slot that isn’t filled yet. */
function keepPress({ target }: MouseEvent): void {
  const button = (target as Element).closest<HTMLElement>('[data-before] [data-press]');
  if (!button) return;
  pressedIn(document)?.removeAttribute('aria-busy');
  button.setAttribute('aria-busy', 'true');
}

/**
 * Hides what the server rendered into a slot while the island replaces it. Keeps the focus. If a button was pressed,
 * clicks the button of the same name that replaces it.
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
