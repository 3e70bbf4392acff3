import type { ComponentType, ReactNode } from 'react';
import type { Undoables } from './boot/arrival.ts';
import type { LoginReason } from './boot/login.ts';
import type { Part } from './i18n/catalogs.ts';
import type { KeptNotes } from './navigation/kept-note.ts';
import type { Fill } from './page/page-slot.tsx';
import type { Presses } from './page/press.ts';
import type { RoomFill, RoomSlotName, RoomSlots } from './page/room-slot.tsx';
import type { SlotName, Slots } from './page/slot.tsx';
import type { WebMode } from './writing-mode.ts';

/** Fills a slot of documents in the browser (`page/slot.tsx`). */
export interface Island<Props> {
  /** Fills the slot only while a member is logged in. */
  readonly forMembers?: true;
  readonly load: () => Promise<ComponentType<Props>>;
}

/** A dialog that buttons in documents open (`page/press.ts`). */
export interface PressedDialog<Props> {
  /** Why visitors have to log in first. Null if they don’t have to. */
  readonly reason: LoginReason | null;
  readonly load: () => Promise<ComponentType<Props & { onClose: () => void }>>;
  /** Parts of the catalog that it needs at the start. */
  readonly texts: readonly Part[];
}

/** Shows visitors a note that an earlier page has left for the home page (`navigation/kept-note.ts`). */
export interface HomeNote<Note> {
  /** If there are several notes, the home page shows the one with the lowest order. */
  readonly order: number;
  /** True if it replaces the rest of the home page. */
  readonly replacesHome?: true;
  readonly load: () => Promise<ComponentType<{ note: Note }>>;
  /** Parts of the catalog that it needs at the start. */
  readonly texts: readonly Part[];
}

/** A component around others. */
export type Around = ComponentType<{ children: ReactNode }>;

/**
 * What a feature adds to pages, besides the pages of its own. Every page with React loads the web faces of all
 * features, so they import nothing heavy: they load it when it is shown.
 */
export interface WebFeature<
  IslandName extends SlotName,
  DialogName extends keyof Presses,
  NoteName extends keyof KeptNotes,
  UndoName extends keyof Undoables,
  ModeId extends string,
> {
  readonly islands?: { readonly [Name in IslandName]: Island<Slots[Name]> };
  readonly dialogs?: { readonly [Name in DialogName]: PressedDialog<Presses[Name]> };
  readonly notes?: { readonly [Name in NoteName]: HomeNote<KeptNotes[Name]> };
  /** The writing mode of the feature, by its id. */
  readonly modes?: { readonly [Id in ModeId]: WebMode };
  /** Restores a deleted item by id, for each kind. */
  readonly undoing?: { readonly [Name in UndoName]: (id: string) => Promise<void> };
  /**
   * Load what the feature shows in page slots. It is in one module for each page: `on-home.tsx`, or `on-site.tsx` for
   * all pages. Only the server needs them, so the list is empty unless `import.meta.env.SSR` is true, and the build for
   * browsers leaves the modules out.
   */
  readonly fills?: readonly (() => Promise<readonly Fill[]>)[];
  readonly roomFills?: { readonly [Name in RoomSlotName]?: RoomFill<RoomSlots[Name]> };
  /** Around everything that React renders. */
  readonly around?: Around;
  /** Around each island. */
  readonly aroundIslands?: Around;
}

/** Defines the web face of a feature. It keeps the names of what it provides, so that `merged` finds what is missing. */
export function webFeature<
  IslandName extends SlotName = never,
  DialogName extends keyof Presses = never,
  NoteName extends keyof KeptNotes = never,
  UndoName extends keyof Undoables = never,
  ModeId extends string = never,
>(feature: WebFeature<IslandName, DialogName, NoteName, UndoName, ModeId>) {
  return feature;
}

/** Turns `A | B` into `A & B`. */
type Both<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

type NamedPart = 'islands' | 'dialogs' | 'notes' | 'undoing' | 'modes';

/** Returns what all features provide of one kind, by name. */
export function merged<Feature extends WebFeature<never, never, never, never, never>, Kind extends NamedPart>(
  features: readonly Feature[],
  kind: Kind,
): Both<NonNullable<Feature[Kind]>> {
  return Object.assign({}, ...features.map((feature) => feature[kind]));
}
