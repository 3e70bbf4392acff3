import type { ReactNode } from 'react';
import type { WritingDesk } from '../../contract.ts';

type Story = WritingDesk['story'];

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

/** What a mode of writing has to say in the room. Filled by the route; each is silent in the other modes. */
export interface RoomSlots {
  /** Above a chapter that is not public yet, as whose turn it is. */
  readonly above?: (story: Story) => ReactNode;
  readonly nextAuthor?: (field: NextAuthorField) => ReactNode;
}
