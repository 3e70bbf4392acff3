/** Returns the wish of visitors who open the story editor to begin a story. */
export function beginsStory(query: URLSearchParams): string | undefined {
  return query.has('new') ? 'begin:new' : undefined;
}
