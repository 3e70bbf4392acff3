import type { StoredFile } from './file-store.ts';
import { between, expectSuccess, type S3Client, WrongContent } from './s3-client.ts';

/** Lists the objects below the prefix whose paths start like this, page by page. */
export async function* listObjects(client: S3Client, prefix: string, start: string): AsyncGenerator<StoredFile> {
  const root = prefix === '' ? '' : `${prefix}/`;
  let token: string | null = null;
  do {
    const next: string | null = token;
    const query = {
      'list-type': '2',
      prefix: `${root}${start}`,
      ...(next === null ? {} : { 'continuation-token': next }),
    };
    const page = await client.run(async (send) => {
      const response = await send({ method: 'GET', path: '', query });
      await expectSuccess(response, 'a list');
      return readPage(await response.text());
    });
    for (const file of page.files) yield { ...file, path: file.path.slice(root.length) };
    token = page.next;
  } while (token !== null);
}

/** Reads a page of the list. Throws if it was cut off. */
function readPage(text: string): { files: StoredFile[]; next: string | null } {
  const files = text
    .split('<Contents>')
    .slice(1)
    .map((part): StoredFile => {
      const [path, time, size] = [textOf(part, 'Key'), textOf(part, 'LastModified'), textOf(part, 'Size')];
      const storedAt = new Date(time ?? Number.NaN);
      if (path === null || Number.isNaN(storedAt.getTime())) throw new WrongContent('S3 sent a damaged list');
      return { path, bytes: Number(size), storedAt };
    });
  const count = textOf(text, 'KeyCount');
  const isWhole = text.includes('</ListBucketResult>') && (count === null || Number(count) === files.length);
  const next = textOf(text, 'IsTruncated') === 'true' ? textOf(text, 'NextContinuationToken') : null;
  if (!isWhole || (textOf(text, 'IsTruncated') === 'true' && next === null))
    throw new WrongContent('S3 sent a damaged list');
  return { files, next };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function textOf(text: string, name: string): string | null {
  const value = between(text, `<${name}>`, `</${name}>`);
  return value?.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => ENTITIES[entity] ?? '') ?? null;
}
