import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { SiteAddress } from './site-deps.ts';

export interface SlowLine {
  /** URL of the site through this proxy. */
  readonly url: string;
  /** Resolves once a POST request is held. */
  readonly held: Promise<void>;
  /** Forwards held requests. Drops those that the browser has aborted. */
  letThrough: () => void;
  close: () => void;
}

/** Starts a proxy to the site that holds POST requests to one path until the test calls `letThrough`. */
export async function slowLine(site: SiteAddress, path: string): Promise<SlowLine> {
  const posted = new RegExp(`^POST ${path}\\W`);
  const sockets = new Set<Socket>();
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const { promise: through, resolve: letThrough } = Promise.withResolvers<void>();
  const server = createServer((browser) => {
    const upstream = connect(Number(new URL(site.url).port), '127.0.0.1');
    for (const socket of [browser, upstream]) {
      sockets.add(socket);
      // Either side may disconnect at any time.
      socket.on('error', () => {});
    }
    let isHeld = false;
    browser.on('data', (sent) => {
      isHeld ||= posted.test(sent.toString('latin1'));
      if (!isHeld) return void upstream.write(sent);
      hold();
      void through.then(() => !browser.destroyed && upstream.write(sent));
    });
    upstream.pipe(browser);
    browser.on('close', () => upstream.destroy());
    upstream.on('close', () => browser.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    held,
    letThrough: () => letThrough(),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
