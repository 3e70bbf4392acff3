import { describe, expect, it } from 'vitest';
import { problemOf } from '#core/text-rules.ts';
import { SLUG_MAX } from '#features/accounts/model/account-limits.ts';
import { slug } from '#features/accounts/model/identity.ts';
import { slugsLike } from './free-slugs.ts';

describe('slugs similar to a taken one', () => {
  it.each(['salt-tax', 'a-b', 'x'.repeat(SLUG_MAX), `${'y'.repeat(SLUG_MAX - 9)}-zzzzzzzz`])('%s', (wanted) => {
    const near = slugsLike(wanted);
    expect(near.length).toBeGreaterThan(1);
    for (const one of near) expect(problemOf(slug, one), one).toBeNull();
    expect(near).not.toContain(wanted);
  });
});
