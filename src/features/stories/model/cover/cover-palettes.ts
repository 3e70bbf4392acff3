import { type Chance, hashText, scramble } from '#features/stories/model/cover/cover-chance.ts';
import type { CoverSubject } from '#features/stories/model/cover/cover-subject.ts';
import { DYES, type Dye } from '#features/stories/model/dyes.ts';

/** Colors of a cover: the cloth, the ink of its text, and its threads, starting with the mode’s color. */
export type CoverPalette = { cloth: string; ink: string; yarns: readonly string[] };

type Cloth = { color: string; ink: string; threads: 'deep' | 'bright'; never?: Dye };

/**
 * The ink has a contrast of at least 7.5:1 on each cloth. `never` is the dye with the same color as the cloth: the
 * threads of a mode with this dye would be invisible. Don’t change the order: adding a cloth anywhere changes the cloth of most stories.
 */
const CLOTHS: readonly Cloth[] = [
  { color: '#eae2cf', ink: '#211b14', threads: 'deep' },
  { color: '#22345f', ink: '#f5edde', threads: 'bright', never: 'indigo' },
  { color: '#e2bf62', ink: '#241b06', threads: 'deep', never: 'weld' },
  { color: '#7a2620', ink: '#f8ebdd', threads: 'bright', never: 'madder' },
  { color: '#c3d0cf', ink: '#17211f', threads: 'deep' },
  { color: '#1d5248', ink: '#f2eede', threads: 'bright', never: 'verdigris' },
  { color: '#d9d4c7', ink: '#211b14', threads: 'deep' },
  { color: '#402c1f', ink: '#f5eadb', threads: 'bright', never: 'walnut' },
  { color: '#e3b6a4', ink: '#2b130d', threads: 'deep' },
  { color: '#2a2621', ink: '#f1e8d8', threads: 'bright', never: 'iron' },
  { color: '#b9c7a6', ink: '#1a2012', threads: 'deep' },
  { color: '#46294f', ink: '#f5eaf0', threads: 'bright', never: 'logwood' },
  { color: '#2c4f63', ink: '#f2f3ee', threads: 'bright' },
  { color: '#74253f', ink: '#fbecef', threads: 'bright', never: 'rose' },
];

const THREADS: Record<Cloth['threads'], Record<Dye, string>> = {
  deep: {
    madder: '#b0372b',
    weld: '#946c00',
    verdigris: '#1f7a6a',
    logwood: '#5d3a73',
    indigo: '#2b4a94',
    rose: '#b23a63',
    walnut: '#6b4a30',
    iron: '#2c2620',
  },
  bright: {
    madder: '#f0836b',
    weld: '#efc750',
    verdigris: '#6cc0ab',
    logwood: '#c4a4e0',
    indigo: '#93acea',
    rose: '#f29bb2',
    walnut: '#d3b491',
    iron: '#f4ecdc',
  },
};

/** Chosen by eye, so that the cloths of the first stories look good next to each other. */
const CLOTH_SALT = '2ia';

/**
 * The hash for the cloth also includes author and language. Stories next to each other in a list often share one of
 * these, but seldom all, so neighbors seldom have the same cloth.
 */
function chooseCloth({ title, mode, author, lang }: CoverSubject, dye: Dye): Cloth {
  const cloths = CLOTHS.filter((cloth) => cloth.never !== dye);
  const hash = scramble(hashText(`${CLOTH_SALT}${title}|${author}|${lang}|${mode}`));
  return cloths[hash % cloths.length] as Cloth;
}

/**
 * Chooses the colors for a mode with this dye. Takes 8 random numbers: one that is unused (it once chose the cloth), and
 * 7 for the order of the threads.
 */
export function choosePalette(subject: CoverSubject, dye: Dye, chance: Chance): CoverPalette {
  const { color, ink, threads } = chooseCloth(subject, dye);
  chance();
  const others = DYES.filter((other) => other !== dye)
    .map((other) => ({ other, rank: chance() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ other }) => other);
  return { cloth: color, ink, yarns: [dye, ...others].map((thread) => THREADS[threads][thread]) };
}
