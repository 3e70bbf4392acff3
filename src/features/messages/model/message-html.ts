import { escapeMarkup } from '#core/markup.ts';

/**
 * Message contents are HTML (spec §3), and only our templates make it: a template of the type in the reader's language,
 * whose parameters are escaped. Before display it is reduced once more to the tags that templates may use.
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
 * Keeps the tags that templates may use (`b i em strong br`, and `a` with a link inside the site) and shows everything
 * else as text. Doing it twice changes nothing.
 */
export function sanitizeMessage(html: string): string {
  let result = '';
  let from = 0;
  for (const match of html.matchAll(TAG)) {
    const [whole, closing, name, link] = match as unknown as [string, string, string, string];
    result += neutralise(html.slice(from, match.index));
    from = match.index + whole.length;
    const isLink = name === 'a';
    // A protocol-relative address (`//host`) leads off the site.
    const fits = isLink ? closing !== '' || /href="\/(?![/\\])/.test(link) : link === '';
    result += fits ? `<${closing}${name}${closing || !isLink ? '' : link}>` : neutralise(whole);
  }
  return result + neutralise(html.slice(from));
}

function neutralise(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
