import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MODES, WRITING_MODES } from '#features/modes.ts';
import { DYES } from '#features/stories/model/dyes.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

it.each(DYES)('the dye %s has a color', (dye) => {
  expect(read('src/features/stories/web/mode-color.module.css')).toContain(`.${dye} {`);
});

describe.each(WRITING_MODES)('the mode %s', (id) => {
  it('is listed under its own id', () => expect(MODES[id].id).toBe(id));

  it('has a dye that no other mode has', () => {
    const { dye } = MODES[id];
    expect(Object.values(MODES).filter((mode) => mode.dye === dye)).toHaveLength(1);
  });

  it('has the texts whose keys contain its id', () => {
    expect(JSON.parse(read('locales/en/common.json'))).toHaveProperty([`mode.${id}`]);
    expect(JSON.parse(read('locales/en/discovery.json'))).toHaveProperty([`home.way_${id}`]);
  });
});
