import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { FULL } from './rounds.ts';

const CALL = 'alert(1)';
const TAGS =
  'img svg video audio details body input select textarea marquee object embed iframe form style link table'.split(' ');
const HANDLERS = 'onload onerror onfocus ontoggle onstart onpointerover onanimationend'.split(' ');
const SCHEMES = ['javascript:', 'JaVaScRiPt:', 'java\tscript:', '\u0001javascript:', 'vbscript:', 'data:text/html,'];
const CARRIERS = ['a href', 'area href', 'form action', 'iframe src', 'object data', 'embed src', 'svg><use href'];
const ENDS = ['</p>', '-->', ']]>', '</style>', '</noscript>', '</template>', '</math>', '</svg>', '</option>'];

/** Ways to make a browser run a script: elements with handlers, addresses, and ends of what may surround a text. */
const XSS_TEXTS: readonly string[] = [
  ...TAGS.flatMap((tag, i) =>
    HANDLERS.map((handler, j) => {
      const space = [' ', '/', '\n', '\t'][(i + j) % 4];
      const quote = ['', '"', "'"][(i + j) % 3];
      return `<${tag}${space}${handler}=${quote}${CALL}${quote} src=x autofocus>`;
    }),
  ),
  ...CARRIERS.flatMap((carrier) => SCHEMES.map((scheme) => `<${carrier}="${scheme}${CALL}">x</a>`)),
  ...ENDS.flatMap((end) => [`${end}<script>${CALL}</script>`, `x${end}<img src=x onerror=${CALL}>`]),
];

/** Texts that are tried in each field: more of them at the pass mark. */
export const TRIED_TEXTS: readonly string[] = FULL ? [...new Set([...HOSTILE_TEXTS, ...XSS_TEXTS])] : HOSTILE_TEXTS;
/** How many are tried, at the least, in `npm test` and at the pass mark. */
export const ENOUGH_TEXTS = FULL ? 220 : 60;
