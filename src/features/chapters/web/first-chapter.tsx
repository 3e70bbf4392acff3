/** The first chapter inside the making of a story. */
export function FirstChapter({
  storyId: _,
}: {
  storyId: string;
  onState?: (state: 'empty' | 'saving' | 'saved' | 'failed') => void;
}) {
  return null;
}
