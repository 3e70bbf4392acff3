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

/** Content of a writing mode in the editor. */
export interface EditorSlots {
  /**
   * Reserves the continuation after `parentId` when an author starts a chapter there. Rejects with the reason, which is
   * shown where nothing can be written.
   */
  readonly takePlace?: (story: Story, parentId: string) => Promise<unknown>;
  /** Whether anyone can take a place after `parentId`. A public read, for visitors. */
  readonly isFree?: (parentId: string) => Promise<boolean>;
  /** Called when the draft after `parentId` was deleted. */
  readonly leavePlace?: (story: Story, parentId: string) => void;
  /** Above an unpublished chapter, such as the current turn. `parentId` is the preceding chapter in a tree. */
  readonly above?: (story: Story, parentId: string | null) => ReactNode;
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
