import { inPlainLetters, withWholeAddresses } from './disguises.ts';
import { type Finding, findingOf } from './findings.ts';

// With or without a scheme. Of spelled-out addresses (“example dot com”), `withWholeAddresses` only joins those in
// brackets.
const LINK =
  /\b(?:https?:\/\/|www\.)[^\s<>"'“”„«»「」]{3,}|\b[a-z0-9][a-z0-9-]{1,40}\.(?:com|net|org|info|biz|shop|online|site|xyz|top|club|vip|app|link|ru|cn|de|fr|kr|jp|es|br|io|me|tv|cc|ly|gg)\b(?:\/[^\s<>"']*)?|\b[tx]\.(?:me|co|com)\/[^\s<>"']{0,60}|<a\s{1,3}href\b|\[url[=\]]/giu;
// Starts at a word boundary. Otherwise every letter of a long word would start another attempt.
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{2,20})+/giu;
const PHONE = /(?<![\d.,])\+?\d{1,3}[\s.\-/()]{0,2}(?:\(?\d{2,4}\)?[\s.\-/]{0,2}){2,4}\d{2,4}(?![\d.,])/gu;
// Digit by digit. Counting isn’t one, see `isPhone`.
const SPELLED_PHONE = /(?<![\d.,])\+?\d(?:[ .\-_·*/]{1,2}\d(?!\d)){8,14}/gu;
// A Chinese mobile number in words.
const PHONE_IN_WORDS =
  /(?<![零〇一二三四五六七八九幺])[一幺][三四五六七八九][零〇一二三四五六七八九幺]{9}(?![零〇一二三四五六七八九十百千万幺])/gu;
// A handle next to the name of its service with a separator in between, unlike “in line waiting”. For “line”, a colon
// alone isn’t enough.
const HANDLE =
  /(?:telegram|whats\s?app|wechat|kakao(?:talk)?|discord|snapchat|instagram|insta|onlyfans|qq|vx|微信|薇信|威信|加v|加微|カカオ|カカオトーク|카카오톡|카톡|텔레그램)\s*(?:id|号|群)?\s*[:：@＠]+\s*[@＠]?[a-z0-9][\w.-]{3,31}|\bline\s{0,2}(?:id\s{0,2}[:：@＠]|[:：]?\s{0,2}[@＠])\s{0,2}[@＠]?[a-z0-9][\w.-]{3,31}|(?:微信|薇信|加微|qq群?)\s*号?\s*[a-z]?\d{5,12}|\b(?:t|wa|line)\.me\/ ?@?[\w+]{3,32}/giu;
/** A handle without the name of its service. */
const BARE_HANDLE = /(?<![\w@./])@[a-z][\w.]{3,30}/giu;
/** Characters of a story may write to each other, so a handle that looks like a name only counts beside others. */
const NAMES_ALLOWED = 2;

/** A story may contain a link. More of them, or one in a short text, suggest advertising. */
const LINKS_ALLOWED = 1;

function digits(text: string): number {
  return text.replace(/\D/g, '').length;
}

/** True for 9 to 15 digits. Not for a few digits again and again, and not for counting. */
function isPhone(found: string): boolean {
  const dialed = found.replace(/\D/g, '');
  if (dialed.length < 9 || dialed.length > 15) return false;
  return (
    new Set(dialed).size > 3 && !'012345678901234567890'.includes(dialed) && !'98765432109876543210'.includes(dialed)
  );
}

/** Returns the handles that are no harmless mentions. */
function advertised(handles: readonly string[], field: string): string[] {
  const isName = (handle: string) => !/[\d_.]/.test(handle);
  const names = new Set(handles.filter(isName).map((handle) => handle.toLowerCase()));
  const allowed = field === 'title' ? 0 : NAMES_ALLOWED;
  return handles.filter((handle) => !isName(handle) || names.size > allowed);
}

/** Finds links, email addresses, phone numbers and handles. In titles and summaries, every one counts. */
export function findContacts(field: string, text: string): Finding[] {
  const plain = inPlainLetters(text);
  const whole = withWholeAddresses(plain);
  const emails = whole.match(EMAIL) ?? [];
  const withoutEmails = whole.replace(EMAIL, ' ');
  const handles = withoutEmails.match(HANDLE) ?? [];
  const links = withoutEmails.match(LINK) ?? [];
  const bare = withoutEmails.replace(LINK, ' ').replace(HANDLE, ' ').match(BARE_HANDLE) ?? [];
  const withoutLinks = plain.replace(EMAIL, ' ').replace(LINK, ' ');
  const phones = [
    ...(withoutLinks.match(PHONE) ?? []).filter((found) => digits(found) >= 9 && digits(found) <= 15),
    ...(withoutLinks.match(SPELLED_PHONE) ?? []).filter(isPhone),
    ...(withoutLinks.match(PHONE_IN_WORDS) ?? []),
  ];
  const allowed = field === 'content' ? LINKS_ALLOWED : 0;
  return [
    ...findingOf('links', field, links.length > allowed ? links : []),
    ...findingOf('contact', field, [...emails, ...phones, ...handles, ...advertised(bare, field)]),
  ];
}
