/** Particles at the end of a Korean word. The part before them is what matters. */
const CASES = [
  ...['에게서', '한테서', '으로서', '으로써', '이라고', '이라는', '이라도', '이라면', '에서', '에게', '한테', '까지'],
  ...['부터', '처럼', '만큼', '보다', '마다', '조차', '마저', '밖에', '하고', '이랑', '이나', '이며', '이다', '으로'],
  ...['로서', '로써', '라고', '라는', '라도', '라면', '께서', '같이', '대로', '은', '는', '이', '가', '을', '를', '에'],
  ...['의', '로', '와', '과', '도', '만', '랑', '나', '께', '야', '아'],
];
/** Particles that can follow another one: 까지는, 에서도. */
const AFTER = ['은', '는', '도', '만', '의', '조차', '부터', '까지'];
const PARTICLES = new RegExp(`^(?:들|들?(?:${CASES.join('|')})(?:${AFTER.join('|')})?)$`, 'u');
/** A shorter word without its particle is too common: 이 of 이는. */
const BARE_MIN = 2;

/**
 * Returns a Korean word as typed, and without what may be its particles, longer ones first: 나이만 without 만, but also
 * 나라에서 without 에서.
 */
export function hangulForms(word: string): string[] {
  const forms = [word];
  for (let length = word.length - 1; length >= BARE_MIN; length -= 1)
    if (PARTICLES.test(word.slice(length))) forms.push(word.slice(0, length));
  return forms;
}
