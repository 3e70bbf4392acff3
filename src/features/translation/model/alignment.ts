/** A paragraph of a translation with the source paragraphs that it translates. */
export interface AlignedParagraph {
  id: string;
  sources: readonly string[];
}

/** Paragraphs of the source and of its translations that belong together, each in their own order. */
export interface AlignedGroup<T extends AlignedParagraph> {
  sources: string[];
  targets: T[];
}

/**
 * Groups the paragraphs of a source and its translations. Source paragraphs are in one group if a paragraph of any
 * translation covers them together. Groups are in the order of the source. An added paragraph follows the group that it
 * follows in its translation, once for all translations that have it (by id). Unknown source keys are ignored.
 */
export function alignments<T extends AlignedParagraph>(
  source: readonly string[],
  ...translations: readonly (readonly T[])[]
): AlignedGroup<T>[] {
  const heads = new Map(source.map((key) => [key, key]));
  const headOf = (key: string): string => {
    let head = key;
    while (heads.get(head) !== head) {
      const next = heads.get(head)!;
      heads.set(head, heads.get(next)!);
      head = next;
    }
    return head;
  };
  const rendered = ({ sources }: T) => sources.filter((key) => heads.has(key));
  for (const naming of translations.flat()) {
    const [first, ...others] = rendered(naming);
    for (const other of others) heads.set(headOf(other), headOf(first!));
  }

  const families = new Map<string, AlignedGroup<T>>();
  for (const key of source) {
    const head = headOf(key);
    const family = families.get(head);
    if (family) family.sources.push(key);
    else families.set(head, { sources: [key], targets: [] });
  }

  const additions = new Map<string, AlignedGroup<T>>();
  /** Added paragraphs after each family, and at the start (null). */
  const behind = new Map<AlignedGroup<T> | null, AlignedGroup<T>[]>(
    [null, ...families.values()].map((family) => [family, []]),
  );
  for (const translation of translations) {
    let last: AlignedGroup<T> | null = null;
    for (const naming of translation) {
      const [first] = rendered(naming);
      const addition = additions.get(naming.id);
      if (first !== undefined) {
        last = families.get(headOf(first))!;
        last.targets.push(naming);
      } else if (addition) {
        addition.targets.push(naming);
      } else {
        const added = { sources: [], targets: [naming] };
        additions.set(naming.id, added);
        behind.get(last)!.push(added);
      }
    }
  }
  return [...behind].flatMap(([family, added]) => (family ? [family, ...added] : added));
}
