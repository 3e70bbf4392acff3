import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ExportFile } from './export-files.ts';

/** Writes the files into a ZIP, with only one of them in memory at a time. Returns its size in bytes. */
export async function writeZip(path: string, files: AsyncIterable<ExportFile>): Promise<number> {
  // Loaded with the first export, if there ever is one.
  const { strToU8, Zip, ZipDeflate } = await import('fflate');
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'w', 0o600);
  let bytes = 0;
  try {
    let made: Uint8Array[] = [];
    const zip = new Zip((error, chunk) => {
      if (error) throw error;
      made.push(chunk);
    });
    const flush = async () => {
      const chunks = made;
      made = [];
      for (const chunk of chunks) {
        await file.write(chunk);
        bytes += chunk.length;
      }
    };
    for await (const { path: name, content } of files) {
      const entry = new ZipDeflate(name, { level: 6 });
      zip.add(entry);
      entry.push(content instanceof Uint8Array ? content : strToU8(asText(content)), true);
      await flush();
    }
    zip.end();
    await flush();
    await file.sync();
  } finally {
    await file.close();
  }
  return bytes;
}

function asText(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content, null, 2);
}
