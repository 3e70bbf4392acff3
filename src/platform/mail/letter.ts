import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { escapeMarkup } from '#core/markup.ts';
import type { Mail } from './mailer.ts';

/** The content of an email. All emails look the same. */
export interface Letter {
  to: string;
  language: Language;
  site: string;
  subject: string;
  paragraphs: string[];
  link?: { href: string; label: string };
  closing: string;
  messageId?: string;
  unsubscribe?: Unsubscribe;
}

/** How the recipient stops emails of this kind. */
export interface Unsubscribe {
  /** URL that mail programs send a POST to (RFC 8058), and that shows a page with a button. */
  readonly href: string;
  readonly label: string;
  /** Page of all settings. */
  readonly settings: { readonly href: string; readonly label: string };
}

/** Creates an email: plain text, and HTML for any email program, with the link also written out. */
export function composeLetter(letter: Letter): Mail {
  const { link, unsubscribe } = letter;
  const ways = unsubscribe ? [unsubscribe.settings, unsubscribe] : [];
  const text = [
    ...letter.paragraphs,
    ...(link ? [`${link.label}\n${link.href}`] : []),
    letter.closing,
    ...ways.map(({ label, href }) => `${label}\n${href}`),
  ].join('\n\n');
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`;
  const small = ({ label, href }: { label: string; href: string }) =>
    `\n<p style="margin:8px 0 0;font-size:13px"><a href="${escapeMarkup(href)}" style="color:#5b5349">${escapeMarkup(label)}</a></p>`;
  const html = `<!doctype html><html lang="${LANGUAGE_TAGS[letter.language]}"><head><meta charset="utf-8"><title>${escapeMarkup(letter.subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f4f1ea;color:#1f1a15;font:16px/1.6 Georgia,serif"><div style="max-width:34em;margin:0 auto">
<p style="margin:0 0 24px;font-size:22px;font-weight:600">${escapeMarkup(letter.site)}</p>
${letter.paragraphs.map((content) => paragraph(escapeMarkup(content))).join('\n')}
${link ? paragraph(`<a href="${escapeMarkup(link.href)}" style="display:inline-block;padding:12px 20px;background:#2a4190;color:#fcfaf6;border-radius:4px;text-decoration:none;font-family:sans-serif">${escapeMarkup(link.label)}</a>`) : ''}
${link ? `<p style="margin:0 0 16px;font-size:13px;overflow-wrap:anywhere">${escapeMarkup(link.href)}</p>` : ''}
<p style="margin:24px 0 0;font-size:13px;color:#5b5349">${escapeMarkup(letter.closing)}</p>${ways.map(small).join('')}</div></body></html>`;
  return {
    to: letter.to,
    subject: letter.subject,
    text,
    html,
    language: letter.language,
    ...(link ? { link: link.href } : {}),
    ...(letter.messageId ? { messageId: letter.messageId } : {}),
    ...(unsubscribe
      ? {
          headers: {
            'List-Unsubscribe': `<${unsubscribe.href}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }
      : {}),
  };
}
