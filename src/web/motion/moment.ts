/**
 * Moments of the site’s thread: when a chapter is published, the cover of its story spins its thread, and when a vote is
 * decided, the strands run into the knot. An element names its moment and how far it is, such as the number of chapters
 * (`data-moment`, `data-reached`). A moment is only shown if the page is open when it happens, so neither a reload nor
 * going back repeats it.
 */
export type MomentKind = 'cover' | 'strands';

/** Returns the attributes of an element with a moment. `of` names what it is about, `reached` only grows. */
export function moment(kind: MomentKind, of: string, reached: number) {
  return { 'data-moment': `${kind} ${of}`, 'data-reached': reached };
}
