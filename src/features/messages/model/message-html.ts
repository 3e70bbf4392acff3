import { escapeMarkup } from '#core/markup.ts';

/**
 * Message contents are HTML (spec §3) that only our templates produce: the template of the type in the reader’s
 * language, with escaped parameters. Before display they are reduced once more to the tags that templates can use.
 */

/** Escapes parameters for templates. Numbers stay numbers, because plural forms depend on them. */
export function escapeParams(params: Record<string, unknown>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : escapeMarkup(String(value ?? '')),
    ]),
  );
}

const TAG = /<(\/?)(b|i|em|strong|br|a)((?:\s+href="\/[^"<>\s]*")?)\s*>/g;

/**
 * Keeps the tags that templates can use (`b i em strong br`, and `a` with a link inside the site) and shows everything
 * else as text. Idempotent.
 */
export function sanitizeMessage(html: string): string {
  let result = '';
  let from = 0;
  for (const match of html.matchAll(TAG)) {
    const [whole, closing, name, link] = match as unknown as [string, string, string, string];
    result += neutralise(html.slice(from, match.index));
    from = match.index + whole.length;
    const isLink = name === 'a';
    // A protocol-relative URL (`//host`) would leave the site.
    const fits = isLink ? closing !== '' || /href="\/(?![/\\])/.test(link) : link === '';
    result += fits ? `<${closing}${name}${closing || !isLink ? '' : link}>` : neutralise(whole);
  }
  return result + neutralise(html.slice(from));
}

function neutralise(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
