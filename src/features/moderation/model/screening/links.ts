import { type Finding, findingOf } from './findings.ts';

// With or without a scheme. Spelled-out addresses (“example dot com”) are left to moderators.
const LINK =
  /\b(?:https?:\/\/|www\.)[^\s<>"'“”„«»「」]{3,}|\b[a-z0-9][a-z0-9-]{1,40}\.(?:com|net|org|info|biz|shop|online|site|xyz|top|club|vip|app|link|ru|cn|de|fr|kr|jp|es|br|io|me|tv|cc|ly|gg)\b(?:\/[^\s<>"']*)?/giu;
// Starts at a word boundary. Otherwise every letter of a long word would start another attempt.
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{2,20})+/giu;
const PHONE = /(?<![\d.,])\+?\d{1,3}[\s.\-/()]{0,2}(?:\(?\d{2,4}\)?[\s.\-/]{0,2}){2,4}\d{2,4}(?![\d.,])/gu;
// A handle only counts next to the name of its service with a separator in between, unlike “in line waiting”.
const HANDLE =
  /(?:telegram|whats\s?app|wechat|line|kakao(?:talk)?|discord|snapchat|instagram|insta|onlyfans|qq|vx|微信|薇信|威信|加v|加微|カカオ|カカオトーク|카카오톡|카톡|텔레그램)\s*(?:id|号|群)?\s*[:：@＠]+\s*[@＠]?[a-z0-9][\w.-]{3,31}|(?:微信|薇信|加微|qq群?)\s*号?\s*[a-z]?\d{5,12}/giu;

/** A story may contain a link. More of them, or one in a short text, suggest advertising. */
const LINKS_ALLOWED = 1;

function digits(text: string): number {
  return text.replace(/\D/g, '').length;
}

/** Finds links, email addresses, phone numbers and handles. In titles and summaries, every one counts. */
export function findContacts(field: string, text: string): Finding[] {
  const emails = text.match(EMAIL) ?? [];
  const withoutEmails = text.replace(EMAIL, ' ');
  const links = withoutEmails.match(LINK) ?? [];
  const phones = (withoutEmails.replace(LINK, ' ').match(PHONE) ?? []).filter(
    (found) => digits(found) >= 9 && digits(found) <= 15,
  );
  const handles = withoutEmails.match(HANDLE) ?? [];
  const allowed = field === 'content' ? LINKS_ALLOWED : 0;
  return [
    ...findingOf('links', field, links.length > allowed ? links : []),
    ...findingOf('contact', field, [...emails, ...phones, ...handles]),
  ];
}
