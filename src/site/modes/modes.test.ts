import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MODES, WRITING_MODES } from '#features/modes.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe.each(WRITING_MODES)('the mode %s', (id) => {
  it('is listed under its own id', () => expect(MODES[id].id).toBe(id));

  it('has a dye that no other mode has, with a color and a class', () => {
    const { dye } = MODES[id];
    expect(Object.values(MODES).filter((mode) => mode.dye === dye)).toHaveLength(1);
    expect(read('src/web/styles/tokens.css')).toContain(`--dye-${dye}:`);
    expect(read('src/features/stories/web/mode-color.module.css')).toContain(`.${dye} {`);
  });

  it('has the texts whose keys contain its id', () => {
    expect(JSON.parse(read('locales/en/common.json'))).toHaveProperty([`mode.${id}`]);
    expect(JSON.parse(read('locales/en/discovery.json'))).toHaveProperty([`home.way_${id}`]);
  });
});
