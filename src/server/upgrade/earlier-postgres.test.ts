import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { download } from './earlier-postgres.ts';

it('gives up an npm that doesn’t end, and says what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skein-npm-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'npm'), '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(download('a-package@1.0.0', folder, 50)).rejects.toThrow(
    /^The package a-package@1\.0\.0 could not be .*--postgres=FILE\.$/,
  );
});
