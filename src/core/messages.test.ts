import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';
import { createTranslator } from './messages.ts';

const catalog = (messages: Record<string, string>) =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compileMessageOrThrow(text)]));

describe('a translator', () => {
  it('fills placeholders and plural forms by the rules of its language', () => {
    const english = createTranslator('en');
    english.add('test', catalog({ 'error.x': '{n, plural, one {# word} other {# words}} for {name}' }));
    expect(english.find('error.x', { n: 1, name: 'Ann' })).toBe('1 word for Ann');
    expect(english.find('error.x', { n: 1200, name: 'Ann' })).toBe('1,200 words for Ann');
    const german = createTranslator('de');
    german.add('test', catalog({ 'error.x': '{n, plural, one {# Wort} other {# Wörter}}' }));
    expect(german.find('error.x', { n: 1200 })).toBe('1.200 Wörter');
  });
  it('finds no message for unknown keys, including names of object members', () => {
    const translator = createTranslator('en');
    for (const key of ['error.none', 'toString', '__proto__', 'constructor']) expect(translator.find(key)).toBeNull();
  });
  it('keeps backslashes in parameters', () => {
    const translator = createTranslator('en');
    translator.add('test', catalog({ 'a.x': '“{title}” by {name}' }));
    const title = String.raw`E'\x27' \u0041 \x5c C:\\`;
    expect(translator.find('a.x', { title, name: '\\' })).toBe(`“${title}” by \\`);
  });
  it('can be extended in parts', () => {
    const translator = createTranslator('ja');
    expect(translator.has('a')).toBe(false);
    translator.add('a', catalog({ 'a.x': '一' }));
    translator.add('b', catalog({ 'b.x': '二' }));
    expect(translator.has('a') && translator.has('b')).toBe(true);
    expect([translator.find('a.x'), translator.find('b.x')]).toEqual(['一', '二']);
  });
});
