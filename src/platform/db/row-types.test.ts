import { describe, expect, it } from 'vitest';
import { unionOf } from './row-types.ts';

describe('unionOf', () => {
  it('reads the values of a CHECK as PostgreSQL prints it', () => {
    expect(unionOf("(status = ANY (ARRAY['draft'::text, 'it''s'::text]))")).toBe("'draft' | 'it\\'s'");
    expect(unionOf('(turn_days = ANY (ARRAY[1, 2, -3]))')).toBe('1 | 2 | -3');
    expect(unionOf("(VALUE = ANY (ARRAY['en'::text, 'de'::text]))")).toBe("'en' | 'de'");
    expect(unionOf("(kind = 'story'::text)")).toBe("'story'");
    expect(unionOf("((status = ANY (ARRAY['a'::text])) OR (status IS NULL))")).toBe("'a'");
  });

  it('returns null for every other condition', () => {
    for (const condition of [
      '(char_length(title) <= 80)',
      '((number >= 1) AND (number <= 100000))',
      "((deletion_content = 'keep'::text) AND (deletion_due_at IS NOT NULL))",
      "((mode <> 'solo'::text) OR (join_policy = 'invite_only'::text))",
      "((status = ANY (ARRAY['a'::text])) OR (title IS NULL))",
    ])
      expect(unionOf(condition), condition).toBeNull();
  });
});
