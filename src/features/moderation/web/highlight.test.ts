import { describe, expect, it } from 'vitest';
import type { Finding } from '../model/screening/findings.ts';
import { highlight } from './highlight.ts';

const mark = (check: Finding['check'], field: string, ...excerpts: string[]): Finding => ({ check, field, excerpts });
const content = (text: string, ...findings: Finding[]) => highlight([{ field: 'content', text }], findings);

describe('the findings of a submission', () => {
  it('stand in the text where their words stand', () => {
    const { texts, findings } = content(
      'One two.\n\nThree www.x.example four.',
      mark('links', 'content', 'www.x.example'),
    );
    expect(texts[0]?.paragraphs).toEqual([
      { pieces: [{ text: 'One two.', mark: null }], begins: [] },
      {
        pieces: [
          { text: 'Three ', mark: null },
          { text: 'www.x.example', mark: 0 },
          { text: ' four.', mark: null },
        ],
        begins: [0],
      },
    ]);
    expect(findings).toEqual([{ ...mark('links', 'content', 'www.x.example'), paragraph: 2 }]);
  });

  it('are numbered as they are read, not as they came', () => {
    const { findings } = content(
      'first\n\nsecond',
      mark('contact', 'content', 'second'),
      mark('links', 'content', 'first'),
    );
    expect(findings.map(({ check, paragraph }) => [check, paragraph])).toEqual([
      ['links', 1],
      ['contact', 2],
    ]);
  });

  it('run over several paragraphs', () => {
    const { texts } = content('One.\n\nTwo.\n\nThree.', mark('copy', 'content', 'One.\n\nTwo.\n\nTh'));
    expect(texts[0]?.paragraphs.map(({ pieces }) => pieces)).toEqual([
      [{ text: 'One.', mark: 0 }],
      [{ text: 'Two.', mark: 0 }],
      [
        { text: 'Th', mark: 0 },
        { text: 'ree.', mark: null },
      ],
    ]);
    expect(texts[0]?.paragraphs.map(({ begins }) => begins)).toEqual([[0], [], []]);
  });

  it('do not lie over each other', () => {
    const { texts } = content('abcdef', mark('links', 'content', 'abc'), mark('contact', 'content', 'bcd', 'ef'));
    expect(texts[0]?.paragraphs[0]?.pieces).toEqual([
      { text: 'abc', mark: 0 },
      { text: 'd', mark: null },
      { text: 'ef', mark: 1 },
    ]);
  });

  it('belong to their field, and those about the whole come last', () => {
    const { texts, findings } = highlight(
      [
        { field: 'summary', text: 'same' },
        { field: 'content', text: 'same' },
      ],
      [mark('unavailable', 'content'), mark('links', 'content', 'same'), mark('gibberish', 'summary', 'not there')],
    );
    expect(texts[0]?.paragraphs[0]?.pieces).toEqual([{ text: 'same', mark: null }]);
    expect(texts[1]?.paragraphs[0]?.pieces).toEqual([{ text: 'same', mark: 0 }]);
    expect(findings.map(({ check, paragraph }) => [check, paragraph])).toEqual([
      ['links', 1],
      ['unavailable', null],
      ['gibberish', null],
    ]);
  });

  it('an empty text is one empty paragraph', () => {
    expect(content('').texts[0]?.paragraphs).toEqual([{ pieces: [{ text: '', mark: null }], begins: [] }]);
  });
});
