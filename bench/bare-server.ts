import { createServer } from 'node:http';
import { renderToString } from 'react-dom/server';
import { type Element, toReact } from './element-tree.ts';

/**
 * What the site is compared with, in a process of its own: bare `node:http` with the same bytes and headers, and
 * `renderToString` of the same tree. The parent sends the responses, and gets the port.
 */

interface Asked {
  path: string;
  headers: Record<string, string>;
  /** Base64. Empty for 304. */
  body: string;
  tree?: Element;
}

process.on('message', (asked: Asked[]) => {
  const answers = new Map(
    asked.map(({ path, headers, body }) => [path, { headers, body: Buffer.from(body, 'base64') }]),
  );
  const tree = asked.find((answer) => answer.tree)?.tree;
  const server = createServer((request, response) => {
    if (request.url === '/render') {
      const html = renderToString(toReact(tree!));
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': Buffer.byteLength(html) }).end(html);
      return;
    }
    const answer = answers.get(request.url!);
    if (!answer) return void response.writeHead(404).end();
    if (request.headers['if-none-match']) {
      // With these headers, the client would wait for a body.
      const { 'content-length': _, 'content-encoding': __, 'content-type': ___, ...headers } = answer.headers;
      return void response.writeHead(304, headers).end();
    }
    response.writeHead(200, { ...answer.headers, 'content-length': answer.body.length });
    response.end(answer.body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
});
