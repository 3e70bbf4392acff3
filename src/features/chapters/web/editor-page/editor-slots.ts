import type { ReactNode } from 'react';
import type { ByMode } from '#features/stories/model/writing-mode.ts';
import type { ChapterEditorData } from '../../contract.ts';

type Story = ChapterEditorData['story'];

/** The author of the next chapter. */
export interface NextAuthor {
  readonly id: string;
  readonly username: string;
}

/** A field of the submit dialog. */
export interface NextAuthorField {
  readonly story: Story;
  /** Number of the chapter to submit. */
  readonly number: number;
  readonly value: NextAuthor | null;
  /** The server’s error about the choice. */
  readonly error: string | undefined;
  readonly onChange: (next: NextAuthor | null) => void;
}

/** Where the chapter is written. */
export interface EditorPlace {
  /** The preceding chapter in a tree. */
  readonly parentId: string | null;
  /** False if the member isn’t a participant yet. The text stays on the device until they join. */
  readonly isIn: boolean;
  /** Reserves the place, and joins the story. If that is refused, shows why and returns false. */
  readonly join: () => Promise<boolean>;
  /** Opens the choice of another place. Null if there is none. */
  readonly onMove: (() => void) | null;
}

/** A field to choose another place in the tree. */
export interface PlaceChoice {
  readonly story: Story;
  /** The chapter after which it is written now. */
  readonly parentId: string;
  readonly value: string | null;
  readonly onChange: (parentId: string) => void;
}

/** Content of a writing mode in the editor. */
export interface EditorSlots {
  /**
   * Reserves the continuation after `parentId`, and joins the story if that is possible. Only called when the author
   * presses a button, never because a page was opened. Rejects with the reason.
   */
  readonly takePlace?: (story: Story, parentId: string) => Promise<unknown>;
  /** Whether any member can take a place after `parentId`. Calls only public endpoints, so visitors can ask. */
  readonly isFree?: (parentId: string) => Promise<boolean>;
  /** Called when the draft after `parentId` was deleted. */
  readonly leavePlace?: (story: Story, parentId: string) => void;
  /** Above an unpublished chapter, such as the current turn. */
  readonly above?: (story: Story, place: EditorPlace) => ReactNode;
  /** Chapters of a tree after which the draft can be written instead, to choose from. */
  readonly otherPlaces?: (choice: PlaceChoice) => ReactNode;
  /** After publication: other pages that show it. */
  readonly out?: (story: Story) => ReactNode;
  /** A link back, if nothing can be written after `parentId`. */
  readonly back?: (story: Story, parentId: string) => ReactNode;
  readonly nextAuthor?: (field: NextAuthorField) => ReactNode;
}

declare module '#web/writing-mode.ts' {
  interface WebMode {
    /** Loads what the mode adds to the chapter editor, if anything. */
    readonly loadEditor?: () => Promise<EditorSlots>;
  }
}

/** The content of the writing modes that have any. */
export type EditorsOfModes = Partial<ByMode<EditorSlots>>;
