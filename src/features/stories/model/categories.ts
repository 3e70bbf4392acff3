/**
 * The first 20 categories (product §9). Their names are in the catalogs under `category.<code>`. Accepted suggestions
 * add more.
 */
export const CATEGORIES = [
  'fantasy',
  'science_fiction',
  'romance',
  'mystery',
  'thriller',
  'horror',
  'adventure',
  'historical',
  'contemporary',
  'young_adult',
  'comedy',
  'drama',
  'paranormal',
  'wuxia',
  'action',
  'slice_of_life',
  'poetry',
  'fanfiction',
  'nonfiction',
  'experimental',
] as const;

/** States of a suggested category. */
export const SUGGESTION_STATES = ['open', 'accepted', 'declined'] as const;

export const CATEGORY_NAME_MIN = 2;
export const CATEGORY_NAME_MAX = 40;
export const SUGGESTION_REASON_MAX = 1000;

/**
 * Format of category codes in stories and URLs: lower-case words joined by underscores. The database knows which codes
 * exist.
 */
export const CATEGORY_CODE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** Returns the code of a new category, from its English name. Empty if the name has no Latin letters. */
export function codeOfCategory(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, CATEGORY_NAME_MAX)
    .replace(/_$/, '');
}

/** Normalizes a name for comparison: without case, accents, spaces and punctuation. */
function folded(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\P{L}]+/gu, '')
    .toLowerCase();
}

/** The set of adjacent letter pairs of a text. */
function pairs(text: string): Set<string> {
  const letters = [...folded(text)];
  if (letters.length < 2) return new Set(letters);
  return new Set(letters.slice(1).map((letter, i) => `${letters[i]}${letter}`));
}

/** Returns up to three similar names, the most similar first. An identical name is always included. */
export function similarNames(name: string, known: readonly string[]): string[] {
  const own = pairs(name);
  if (own.size === 0) return [];
  const likeness = (other: string) => {
    const others = pairs(other);
    const shared = [...own].filter((pair) => others.has(pair)).length;
    return (2 * shared) / (own.size + others.size);
  };
  return known
    .map((other) => ({ other, like: likeness(other) }))
    .filter(({ like }) => like >= 0.4)
    .sort((a, b) => b.like - a.like)
    .slice(0, 3)
    .map(({ other }) => other);
}

/** True if both are the same name. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) !== '' && folded(one) === folded(other);
}
