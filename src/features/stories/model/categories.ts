/** The first 20 categories (product §9); their names stand under `category.<code>`. More come from accepted suggestions. */
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

/** What becomes of a suggested one. */
export const SUGGESTION_STATES = ['open', 'accepted', 'declined'] as const;

export const CATEGORY_NAME_MIN = 2;
export const CATEGORY_NAME_MAX = 40;
export const SUGGESTION_REASON_MAX = 1000;

/** What stories hold and addresses name: lower-case words joined by underscores. Whether there is one is told by the database. */
export const CATEGORY_CODE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** The code of a new category, from its English name; empty when no letter of that is Latin. */
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

/** Letters of a name as they are compared: without case, accents, spaces and signs. */
function folded(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\P{L}]+/gu, '')
    .toLowerCase();
}

/** The pairs of letters that follow each other, each once. */
function pairs(text: string): Set<string> {
  const letters = [...folded(text)];
  if (letters.length < 2) return new Set(letters);
  return new Set(letters.slice(1).map((letter, i) => `${letters[i]}${letter}`));
}

/** At most three of the names that are like this one, the most alike first; the same name is always among them. */
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

/** True when both are the same word. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) !== '' && folded(one) === folded(other);
}
