import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandOf, pairsOf, readInstructions, readStages } from './containerfile.ts';

const ROOT = join(import.meta.dirname, '..');
const stages = readStages(await readFile(join(ROOT, 'deploy/Containerfile'), 'utf8'));
const last = stages.at(-1)!;
const named = (name: string) => last.steps.filter((step) => step.name === name);

describe('reading a container file', () => {
  it('joins lines, and leaves comments out', () => {
    expect(readInstructions('# first\nFROM a AS b\nRUN one \\\n# between\n && two\n\ncmd ["x"]\n')).toEqual([
      { name: 'FROM', text: 'a AS b' },
      { name: 'RUN', text: 'one   && two' },
      { name: 'CMD', text: '["x"]' },
    ]);
  });
  it('refuses a step before the first stage', () => {
    expect(() => readStages('RUN one')).toThrow('RUN');
  });
});

describe('deploy/Containerfile', () => {
  it('builds in one stage and runs in another, both on a fixed major version', () => {
    expect(stages.map(({ name }) => name)).toEqual(['build', null]);
    for (const { image } of stages) expect(image).toMatch(/^docker\.io\/library\/node:\d+-[a-z]+-slim$/);
    const node = /node:(\d+)-/.exec(last.image)![1];
    expect(process.versions.node.split('.')[0]).toBe(node);
  });
  it('installs the packages before it copies the sources, so that a change to these reuses them', () => {
    const steps = stages[0]!.steps.map(({ name, text }) => `${name} ${text}`);
    const at = (start: string) => steps.findIndex((step) => step.startsWith(start));
    expect(at('COPY package.json package-lock.json')).toBeGreaterThan(-1);
    expect(at('COPY package.json')).toBeLessThan(at('RUN npm ci'));
    expect(at('RUN npm ci')).toBeLessThan(at('COPY . .'));
    expect(at('COPY . .')).toBeLessThan(at('RUN npm run build'));
  });
  it('copies nothing that is made on the way, nor the data of a site', async () => {
    const ignored = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).trim().split('\n');
    const made = (await readFile(join(ROOT, '.gitignore'), 'utf8')).match(/^[\w-]+(?=\/$)/gm)!;
    expect(ignored).toEqual(expect.arrayContaining([...made, '.git']));
    // Names only: scripts/container.ts knows nothing else.
    for (const name of ignored) expect(name).toMatch(/^[\w.-]+$/);
  });
  it('runs as a user without rights, with all data in one volume that this user owns', () => {
    expect(named('USER')).toHaveLength(1);
    const user = named('USER')[0]!.text;
    expect(user).not.toMatch(/^(root|0)\b/);
    expect(named('VOLUME').map(({ text }) => text)).toEqual(['/data']);
    expect(pairsOf(named('ENV')[0]!)).toMatchObject({ NODE_ENV: 'production', DATA_DIR: '/data' });
    const made = last.steps.findIndex(({ name, text }) => name === 'RUN' && text.includes(`--owner=${user}`));
    expect(made).toBeGreaterThan(-1);
    // Nothing is made as root after that.
    const switched = last.steps.findIndex(({ name }) => name === 'USER');
    expect(last.steps.slice(switched).some(({ name }) => ['RUN', 'COPY', 'ADD'].includes(name))).toBe(false);
  });
  it('says when it is healthy, and starts and stops without a shell', () => {
    expect(named('HEALTHCHECK')).toHaveLength(1);
    // Not `/api/ready`: a restart doesn’t bring back a database.
    expect(commandOf(named('HEALTHCHECK')[0]!).join(' ')).toContain('/api/health');
    expect(commandOf(named('CMD')[0]!)[0]).toBe('node');
    expect(named('STOPSIGNAL').map(({ text }) => text)).toEqual(['SIGTERM']);
    expect(named('ENTRYPOINT')).toEqual([]);
  });
});
