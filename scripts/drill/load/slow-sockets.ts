import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { get } from '../../../bench/load.ts';
import { atMost, withSite } from '../load-site.ts';
import { pace } from '../pace.ts';

const SOCKETS = 100;
const PARTS = [
  'GET /api/health HTTP/1.1\r\nHost: x\r\n',
  'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
];

// Half of the sockets send a header each second and never end them, half a byte of a body.
await withSite(async (site) => {
  const { hostname, port } = new URL(site.url);
  const health = pace({ url: site.url, perSecond: 10, seconds: 20, request: () => get('/api/health') });
  const lives = Array.from({ length: SOCKETS }, async (_, i) => {
    const begun = performance.now();
    const socket = connect(Number(port), hostname).on('error', () => {});
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    socket.on('end', () => socket.destroy()).resume();
    socket.write(PARTS[i % 2]!);
    let isOpen = true;
    void closed.then(() => (isOpen = false));
    for (let second = 1; isOpen && second < 60; second += 1) {
      await Promise.race([closed, setTimeout(1000)]);
      if (isOpen) socket.write(i % 2 === 0 ? `X-${second}: y\r\n` : ' ');
    }
    socket.destroy();
    return (performance.now() - begun) / 1000;
  });
  const seconds = await Promise.all(lives);
  atMost(`the last of ${SOCKETS} slow sockets closed after`, Math.max(...seconds), 15, 's');
  atMost('health checks that failed', (await health).filter(({ status }) => status !== 200).length, 0);
});
