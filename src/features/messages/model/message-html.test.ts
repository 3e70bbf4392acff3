import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '#testing/rounds.ts';
import { escapeParams, sanitizeMessage } from './message-html.ts';

const tagsOf = (html: string) => [...html.matchAll(/<[^>]*>/g)].map((match) => match[0]);

describe('message HTML', () => {
  it.each([
    ['<b>Salt Tax</b><br>see <a href="/story/1">here</a>', '<b>Salt Tax</b><br>see <a href="/story/1">here</a>'],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['<a href="//evil.test">x</a>', '&lt;a href="//evil.test"&gt;x</a>'],
    ['<a href="/\\evil.test">x</a>', '&lt;a href="/\\evil.test"&gt;x</a>'],
    ['<a href="javascript:x">x</a>', '&lt;a href="javascript:x"&gt;x</a>'],
    ['<b onclick="x">y</b>', '&lt;b onclick="x"&gt;y</b>'],
    ['<b href="/x">y</b>', '&lt;b href="/x"&gt;y</b>'],
    ['a < b > c', 'a &lt; b &gt; c'],
  ])('%s', (html, safe) => expect(sanitizeMessage(html)).toBe(safe));

  it('is idempotent, and leaves no tags except its own', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '/', 'a', 'b', 'br', ' href="', '"', 'x', ' ', '&', '=', '\\') }),
        (html) => {
          const once = sanitizeMessage(html);
          expect(sanitizeMessage(once)).toBe(once);
          for (const tag of tagsOf(once))
            expect(tag).toMatch(/^<\/?(b|i|em|strong|br|a)>$|^<a\s+href="\/(?![/\\])[^"<>\s]*">$/);
        },
      ),
      { numRuns: rounds(24, 'random messages') },
    );
  });

  it('escapes tags in parameters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const html = `<b>${escapeParams({ name }).name}</b>`;
        expect(tagsOf(sanitizeMessage(html))).toEqual(['<b>', '</b>']);
      }),
      { numRuns: rounds(24, 'random messages') },
    );
  });
});
