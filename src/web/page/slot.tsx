import type { ReactNode } from 'react';

/**
 * The slots of all pages, by name, with the props of the island that fills them. Each feature adds its own by
 * declaration merging.
 */
export interface Slots {}
export type SlotName = keyof Slots;

/** Returns the first slot of this name on the page. */
export function findSlot(name: SlotName): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-slot="${name}"]`);
}

/** Returns what the server rendered into a slot. Null if that was nothing, and for other elements. */
export function staticPartOf(slot: Element): HTMLElement | null {
  return slot.querySelector<HTMLElement>(':scope > [data-before]');
}

/**
 * A place in a document that React fills in the browser. `children` are shown until then, and must work without a
 * script. Features provide the islands in their web faces (`web/feature.ts`).
 */
export function Slot<Name extends SlotName>({
  name,
  props,
  inline = false,
  children,
}: {
  name: Name;
  props: Slots[Name];
  /** True inside a sentence. */
  inline?: boolean;
  children?: ReactNode;
}) {
  const Place = inline ? 'span' : 'div';
  return (
    <Place className="slot" data-slot={name} data-props={JSON.stringify(props)}>
      {children && (
        <Place className="slot" data-before="">
          {children}
        </Place>
      )}
    </Place>
  );
}
