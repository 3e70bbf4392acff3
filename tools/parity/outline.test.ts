import { describe, expect, it } from 'vitest';
import { outlineOf } from './outline.ts';

const page = (body: string, head = '<title>Salt</title>') =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
const bodyOf = (html: string) => outlineOf(page(html)).slice(3);

describe('the outline of a page', () => {
  it('has elements with their attributes in a fixed order, and texts', () => {
    expect(outlineOf(page('<main lang="de" id="main"><h1>A &amp; B</h1> c</main>'))).toEqual([
      'html lang="en"',
      'head: title Salt',
      'body',
      '  main id="main" lang="de"',
      '    h1',
      '      “A & B”',
      '    “c”',
    ]);
  });
  it('is the same however the page is made', () => {
    const before =
      '<div class="x"><!--$--><p data-kind="a" class="b">one<!-- --> two</p><!--/$--></div><script>1</script><a href="/x">y</a>';
    const now =
      '<p>one\n two</p><div data-slot="z"></div><span id="room"><a class="c" href="/x">y</a></span><style>p{}</style>';
    expect(bodyOf(before)).toEqual(bodyOf(now));
  });
  it('does not depend on bare elements within a text', () => {
    expect(bodyOf('<p>one <span class="slot"><span>two <b>three</b></span></span></p>')).toEqual(
      bodyOf('<p>one two <b>three</b></p>'),
    );
  });
  it('drops files from the head and sorts the rest', () => {
    const head =
      '<title>S</title><link rel="stylesheet" href="/a.css"><link rel="modulepreload" href="/a.js"><meta name="b" content="1"><link rel="canonical" href="/c">';
    const lines = ['head: link href="/c" rel="canonical"', 'head: meta content="1" name="b"', 'head: title S'];
    expect(outlineOf(page('', head)).slice(1, -1)).toEqual(lines);
  });
  it('writes what an attribute refers to as text, and drops generated ids', () => {
    const labelled = (id: string) => `<h2 id="${id}-h">Turns</h2><section aria-labelledby="${id}-h">x</section>`;
    expect(bodyOf(labelled('_R_1a_'))).toEqual([
      '  h2',
      '    “Turns”',
      '  section aria-labelledby="→h2 “Turns”"',
      '    “x”',
    ]);
    expect(bodyOf(labelled('_R_1a_'))).toEqual(bodyOf(labelled('_roomR_2H1_')));
    expect(bodyOf('<label for="_R_2_">a</label>')[0]).toBe('  label for="→nothing"');
    expect(bodyOf('<a href="#end">a</a><p id="end">b</p>')[0]).toBe('  a href="→p “b”"');
    expect(bodyOf('<input type="radio" name="_R_3_-kind">')).toEqual(['  input name="*-kind" type="radio"']);
  });
  it('shows what works without script only', () => {
    expect(bodyOf('<noscript><p>Needs script</p></noscript>')).toEqual(['  noscript', '    p', '      “Needs script”']);
    expect(bodyOf('<template><form></form></template>')).toEqual(['  template', '    form']);
  });
});
