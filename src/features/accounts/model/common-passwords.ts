/**
 * The most common passwords follow a few patterns: a word or a row of keys, a capital letter, some digits, maybe a
 * symbol, maybe letters replaced by digits. So this lists the words that they are made from instead of thousands of
 * passwords.
 */
const WORDS = new Set(
  `
  password passwort motdepasse contrasena senha secret geheim admin administrator root user guest test tester testing
  demo default changeme letmein welcome willkommen bienvenue bienvenido login access master hello hallo bonjour hola
  qwerty qwertyui qwertyuiop qwertz qwertzuiop azerty azertyuiop asdf asdfgh asdfghjk asdfghjkl zxcv zxcvbn zxcvbnm
  qaz qazwsx qazwsxedc qweasd qweasdzxc qwe qwer asd asdasd zxc poiuytrewq lkjhgfdsa mnbvcxz abc abcd abcde abcdef abcdefg
  abcdefgh aaa aaaa aaaaaa aaaaaaaa xxx xxxx abcabc aabbcc iloveyou love lovely sunshine princess dragon monkey
  football baseball basketball soccer hockey superman batman spiderman pokemon starwars ironman trustno michael jennifer
  jessica ashley daniel andrew joshua matthew anthony robert thomas charlie jordan hunter ranger buster harley tigger
  shadow killer george summer winter spring autumn january february march april june july august september october
  november december monday friday sunday sommer winter fruehling herbst ete hiver primavera verano otono invierno
  london paris berlin madrid tokyo beijing seoul brasil brazil china japan korea germany france spain america canada
  computer internet google facebook samsung apple iphone android microsoft windows linux office company server
  freedom whatever cheese cookie chocolate banana orange pepper ginger flower purple silver golden diamond
  angel angels family friend friends forever jesus heaven blessed mustang ferrari porsche mercedes corvette yamaha
  liverpool chelsea arsenal barcelona realmadrid juventus manchester bayern yankees lakers cowboys eagles steelers
  passw passwd pass pw pword mypassword thepassword newpassword oldpassword passpass mypass user username
  woaini wodemima mima zhang wang woaiwo sakura naruto hiroshi hello world helloworld skein story stories writer
  matrix hacker gandalf merlin phoenix tiger lion eagle wolf bear horse rabbit puppy kitty doggy fluffy snoopy garfield
  maggie daisy molly lucky rocky max buddy bailey sophie olivia emma anna maria laura julia sarah lisa nicole amanda
  melissa michelle alexander nicholas william benjamin christian samantha patrick victoria elizabeth
  zaq zaqwsx zaqxsw qwaszx onetwothree
  `
    .trim()
    .split(/\s+/),
);

const SWAPPED: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const unswapped = (text: string, one: string) =>
  [...text].map((letter) => (letter === '1' ? one : (SWAPPED[letter] ?? letter))).join('');

/**
 * Yields every reading of a password as a word between digits and symbols, which can also stand for letters
 * (“P4ssw0rd3”, “1zabe11a”).
 */
function* readings(lower: string): Generator<string> {
  const head = /^[^\p{L}]*/u.exec(lower)![0].length;
  const tail = lower.length - /[^\p{L}]*$/u.exec(lower)![0].length;
  for (let start = 0; start <= head; start += 1) {
    for (let end = Math.max(tail, start); end <= lower.length; end += 1) {
      const word = lower.slice(start, end);
      for (const reading of [word, unswapped(word, 'i'), unswapped(word, 'l')]) {
        yield reading;
        yield reading.replace(/^(.+?)\1+$/u, '$1');
      }
    }
  }
}

/** Common walks over the keyboard and the digit row. */
const WALKS = [
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6',
  '1qaz2wsx3edc4rfv',
  '1qaz@wsx#edc$rfv',
  'zaq12wsxcde34rfv',
  'a1b2c3d4e5',
];
const DIGIT_ROWS = ['12345678901234567890', '09876543210987654321', '112233445566778899', '123123123123123'];

/** True if the text, except for at most two characters at its ends, is part of a keyboard walk. */
function isWalk(text: string): boolean {
  for (let length = text.length; length >= text.length - 2; length -= 1) {
    for (let start = 0; start + length <= text.length; start += 1) {
      const part = text.slice(start, start + length);
      if (WALKS.some((walk) => walk.includes(part))) return true;
    }
  }
  return false;
}

/**
 * True for passwords that are guessed first: a common word with digits and symbols around it, adjacent keys,
 * repetitions.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  for (const reading of readings(lower)) if (WORDS.has(reading)) return true;
  if (isWalk(lower)) return true;
  // One or two letters and a row of digits: “Aa123456”.
  const letters = lower.replace(/[^\p{L}]/gu, '');
  const digits = lower.replace(/\D/g, '');
  if (letters.length <= 2 && digits.length >= 4)
    if (/^(\d)\1*$/.test(digits) || DIGIT_ROWS.some((row) => row.includes(digits))) return true;
  // A repetition: “Abc1Abc1”.
  return /^(.{1,4})\1+$/u.test(lower);
}

/** Words of the site’s name that are shorter are in too many other words. */
const NAME_WORD_MIN = 4;

/** True if a password is little more than the name of the site or a word of it: “MySkein2026”, “5k31n-Password”. */
export function isMadeOfName(password: string, siteName: string): boolean {
  const words = siteName.toLowerCase().match(/\p{L}+/gu) ?? [];
  const name = words.join('');
  const parts = [name, ...words].filter((word) => word.length >= NAME_WORD_MIN);
  const lower = password.toLowerCase();
  return [lower, unswapped(lower, 'i'), unswapped(lower, 'l')].some((reading) => {
    const letters = reading.replace(/[^\p{L}]/gu, '');
    const rest = parts.reduce((left, part) => left.replaceAll(part, ''), letters);
    return rest !== letters && (rest.length < NAME_WORD_MIN || WORDS.has(rest));
  });
}
