import { describe, expect, it } from 'vitest';
import { withSoftHyphens } from './long-words.ts';

describe('withSoftHyphens', () => {
  it.each(['Salt Tax', '雨水账本', 'Counterrevolutionary', ''])('leaves %s unchanged', (title) =>
    expect(withSoftHyphens(title)).toBe(title),
  );

  it('divides very long words without changing a letter', () => {
    const title = 'Die Donaudampfschifffahrtsgesellschaftskapitänswitwe';
    const divided = withSoftHyphens(title);
    expect(divided.replaceAll('\u00ad', '')).toBe(title);
    expect(Math.max(...divided.split(/[\s\u00ad]/).map((part) => part.length))).toBeLessThan(14);
    expect(divided).not.toMatch(/s\u00adch|c\u00adh|c\u00adk/);
  });
});
