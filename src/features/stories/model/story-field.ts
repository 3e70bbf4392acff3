import type * as z from 'zod/mini';
import type { Language } from '#core/languages.ts';
import type { PlainKey } from '#core/messages.ts';
import type { ModeModel } from './mode-model.ts';

/** What the first value of a field can depend on. */
export interface NewStory {
  readonly model: ModeModel;
  readonly language: Language;
}

/**
 * A field of stories that their creators edit (decision 047). Contract, repo, publication, views and form are derived
 * from it.
 */
export type StoryField = FieldOfStories & (AppliesWithApproval | AppliesAtOnce);

/** A change of a published story is published when a moderator approves it. */
interface AppliesWithApproval {
  readonly applies: 'with_approval';
  /** A text that is checked before it is published, and shown to the moderator who decides. */
  readonly isReviewed?: true;
}

/** A change of a published story is published as soon as it is saved, without a check. */
interface AppliesAtOnce {
  readonly applies: 'at_once';
  readonly isReviewed?: never;
}

interface FieldOfStories {
  /** The column of `stories`. A field that is published with approval has the same column in `story_drafts`. */
  readonly column: string;
  /** What a save accepts. Its checks name the codes of errors. */
  readonly schema: z.ZodMiniType;
  /** The value in responses. Null if a view of its own contains it. */
  readonly view: z.ZodMiniType | null;
  /** The value in a new story. Null if it has none. */
  readonly initial: (story: NewStory) => unknown;
  /** The form has it as typed, because not everything that can be typed is a number. */
  readonly isNumber?: true;
  /** Whether stories of a mode have it. Others refuse it. Omitted if all have it. */
  readonly isOf?: (model: ModeModel) => boolean;
  /** Its name in the story editor. Needed if it is published with approval, where two versions are compared. */
  readonly label?: PlainKey;
  /** The home page shows it, or what follows from it. */
  readonly isOnHome?: true;
}
