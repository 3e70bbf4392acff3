/** A paragraph of a translation with the source paragraphs that it renders. */
export interface AlignedParagraph {
  id: string;
  sources: readonly string[];
}

/** What belongs together: source paragraphs and the translation's, each in its own order. */
export interface AlignedGroup<T extends AlignedParagraph> {
  sources: string[];
  targets: T[];
}

/**
 * Divides a source and translations of it into what belongs together: whatever one paragraph of a translation renders, and
 * whatever renders one paragraph of the source. In the order of the source; what a translation adds stands behind the
 * paragraph that it follows, once where several have it (by its id). Names of what the source has not bind nothing.
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
  /** Behind each family, and before all (null). */
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
