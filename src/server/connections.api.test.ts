import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { takeForeignConnections } from '#testing/connections.ts';
import { buildChapterDraft, buildMember, buildPublishedStory, prose } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';

const app = setUpTestApp();
const trap = createServer((_request, response) => response.writeHead(302, { location: '/again' }).end());
let hits = 0;
let port: number;
beforeAll(async () => {
  app.app.cache.setListening(false);
  trap.on('connection', () => (hits += 1)).listen(0, '127.0.0.1');
  await once(trap, 'listening');
  port = (trap.address() as AddressInfo).port;
});
afterAll(() => void trap.close());

/** URLs of this machine, of its network, of the metadata of clouds, and such that redirect there. */
function urls(): string[] {
  const own = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '0.0.0.0',
    '[::ffff:7f00:1]',
  ];
  const foreign = [
    '169.254.169.254',
    '[fd00:ec2::254]',
    'metadata.google.internal',
    '10.0.0.1',
    '192.168.1.1',
    '198.51.100.7',
  ];
  const paths = ['', 'latest/meta-data/', 'image.png'];
  return [
    ...own.flatMap((host) => paths.map((path) => `http://${host}:${port}/${path}`)),
    ...foreign.flatMap((host) => paths.map((path) => `http://${host}/${path}`)),
    `https://user:secret@127.0.0.1:${port}/`,
    `//127.0.0.1:${port}/`,
    `ftp://127.0.0.1:${port}/x`,
    `gopher://127.0.0.1:${port}/_x`,
    `http://example.com@127.0.0.1:${port}/`,
  ];
}

it('no URL in a text, a profile or a form makes the server connect to it', { timeout: 60_000 }, async () => {
  const all = urls();
  expect(all.length).toBeGreaterThanOrEqual(50);
  const author = await buildMember(app);
  const { story } = await buildPublishedStory(app, author);
  for (let from = 0; from < all.length; from += 10) {
    const some = all.slice(from, from + 10);
    const content = `${prose(320, from)}\n\n${some.join('\n\n')}\n\n${some.map((url) => `[a word](${url}) ![picture](${url})`).join('\n\n')}`;
    const { id: chapterId } = await buildChapterDraft(app, author, story.id, { title: some[0]!.slice(0, 60), content });
    await app.send(chapterApi.submit, { chapterId }, author);
    await app.work();
    await app.send(chapterApi.withdraw, { chapterId }, author);
  }
  for (const url of all) {
    await app.send(accountApi.updateInfo, { bio: url }, author);
    await app.send(storyApi.update, { storyId: story.id, description: url, coverUrl: url }, author);
    await app.send(moderationApi.feedback, { type: 'bug', description: `See ${url}`, contact: url }, author);
    await app.app.http.inject({ url: `/?next=${encodeURIComponent(url)}` });
    await app.app.http.inject({ url: `/images/${encodeURIComponent(url)}` });
  }
  await app.work();
  expect(hits).toBe(0);
  expect(takeForeignConnections()).toEqual([]);
});
