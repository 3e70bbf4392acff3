import type { ReactNode } from 'react';

/** A fact about a story, in the list on its page (`story.facts`). */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
