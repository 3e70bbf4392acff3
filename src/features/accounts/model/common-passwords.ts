/**
 * The commonest passwords follow few patterns: a word or a row of keys, a capital, some digits, perhaps a sign, perhaps
 * letters written as digits. So not thousands of passwords are listed here but the words that they are made from.
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
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** True for what is guessed first: a common word with digits and signs around it, keys in a row, one thing repeated. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const core = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const read = (text: string) => [...text].map((letter) => SWAPPED[letter] ?? letter).join('');
  const plain = core(lower);
  // Digits at the ends may be letters too ("P4ssw0rd1"), so both readings are tried, and a repetition counts once.
  const candidates = [plain, core(read(lower.replace(/[\d\W_]+$/u, ''))), read(plain)].flatMap((word) => [
    word,
    word.replace(/^(.+?)\1+$/u, '$1'),
  ]);
  if (
    candidates.some(
      (word) =>
        WORDS.has(word) ||
        (word.length <= 2 && lower.length - word.length >= 4 && /^\D*(\d)\1+\D*$|0?123456|987654/.test(lower)),
    )
  )
    return true;
  // One thing again and again: "Abc1Abc1".
  return /^(.{1,4})\1+$/u.test(lower);
}
