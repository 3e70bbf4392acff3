import type { MessageView } from '../contract.ts';
import { isAnswered } from '../model/message-types.ts';

/** A message in a list, with older ones about the same story that are folded below it. */
export interface StoryFold {
  message: MessageView;
  /** Null if its story isn’t folded. Empty if it was, and the others have left the list. */
  rest: MessageView[] | null;
}

/** Fewer messages about a story are shown one by one. */
const FOLDED_FROM = 4;

const isFoldable = ({ type, action_status, data }: MessageView) =>
  data.storyId !== null && data.storyTitle !== null && !(isAnswered(type) && action_status === null);

/**
 * Folds the messages about each story below its newest one, if there are at least four. Those that ask for an answer stay
 * visible. `isKept` returns whether a story stays folded with fewer, because it was folded before some left the list.
 */
export function foldStories(
  messages: readonly MessageView[],
  isKept: (storyId: string) => boolean = () => false,
): StoryFold[] {
  const byStory = Map.groupBy(messages.filter(isFoldable), ({ data }) => data.storyId!);
  return messages.flatMap((message): StoryFold[] => {
    const { storyId } = message.data;
    const [newest, ...rest] = (isFoldable(message) && byStory.get(storyId!)) || [];
    const isFolded = newest && (isKept(storyId!) || rest.length + 1 >= FOLDED_FROM);
    if (!isFolded) return [{ message, rest: null }];
    return message === newest ? [{ message, rest }] : [];
  });
}
