import type { ReactNode } from 'react';
import type { ChapterEditorData } from '../../contract.ts';

type Story = ChapterEditorData['story'];

/** Whoever writes after this chapter. */
export interface NextAuthor {
  readonly id: string;
  readonly username: string;
}

/** A field of the last question before a chapter is sent. */
export interface NextAuthorField {
  readonly story: Story;
  /** Of the chapter that is being sent. */
  readonly number: number;
  readonly value: NextAuthor | null;
  /** What the server found wrong with the choice. */
  readonly error: string | undefined;
  readonly onChange: (next: NextAuthor | null) => void;
}

/** What a mode of writing has to say in the editor. Filled by the route; each is silent in the other modes. */
export interface EditorSlots {
  /**
   * Takes the place after `parentId` that somebody has come to begin a chapter at. Rejects with what stands against it,
   * which is told where nothing can be written.
   */
  readonly takePlace?: (story: Story, parentId: string) => Promise<unknown>;
  /** The draft after `parentId` was thrown away. */
  readonly leavePlace?: (story: Story, parentId: string) => void;
  /** Above a chapter that is not public yet, as whose turn it is; `parentId` is the chapter it follows in a tree. */
  readonly above?: (story: Story, parentId: string | null) => ReactNode;
  /** Once it is out: where else to see it. */
  readonly out?: (story: Story) => ReactNode;
  /** Where nothing can be written after `parentId`: the way back. */
  readonly back?: (story: Story, parentId: string) => ReactNode;
  readonly nextAuthor?: (field: NextAuthorField) => ReactNode;
}
