import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TurnstileServer {
  /** Issues a token of the widget, valid once, for this action and hostname. */
  issue: (action: string, hostname?: string) => string;
  /** How it responds to a verification. `answers` is how the real one does. */
  mood: 'answers' | 'fails' | 'babbles' | 'hangs' | 'doubts' | 'does_not_know_us' | 'gives_twice';
  /** Number of verifications so far. */
  asked: number;
  readonly env: { TURNSTILE_SITE_KEY: string; TURNSTILE_SECRET: string; TURNSTILE_VERIFY_URL: string };
  stop: () => Promise<void>;
}

const SECRET = 'secret-of-tests';
/** How long a token is valid. */
const LASTS_MS = 300_000;

/** Starts a server with the protocol of Turnstile’s verifier (siteverify) on a free port. */
export async function startTurnstile(): Promise<TurnstileServer> {
  const given = new Map<string, { action: string; hostname: string; until: number; spent: boolean }>();
  const verdict = (form: URLSearchParams): object => {
    const refuse = (...codes: string[]) => ({ success: false, 'error-codes': codes, messages: [] });
    if (running.mood === 'doubts') return refuse('internal-error');
    if (running.mood === 'does_not_know_us' || form.get('secret') !== SECRET) return refuse('invalid-input-secret');
    const response = form.get('response');
    if (!response) return refuse('missing-input-response');
    const answer = given.get(response);
    if (!answer) return refuse('invalid-input-response');
    if (answer.until < Date.now() || (answer.spent && running.mood !== 'gives_twice'))
      return refuse('timeout-or-duplicate');
    answer.spent = true;
    const { action, hostname } = answer;
    return { success: true, 'error-codes': [], challenge_ts: new Date().toISOString(), hostname, action, cdata: '' };
  };
  const server = createServer(async (request, response) => {
    running.asked += 1;
    let body = '';
    for await (const chunk of request) body += chunk;
    if (running.mood === 'hangs') return;
    if (running.mood === 'fails') return void response.writeHead(502).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(running.mood === 'babbles' ? '<html>' : JSON.stringify(verdict(new URLSearchParams(body))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const running: TurnstileServer = {
    issue(action, hostname = 'localhost') {
      const answer = `0.${crypto.randomUUID()}`;
      given.set(answer, { action, hostname, until: Date.now() + LASTS_MS, spent: false });
      return answer;
    },
    mood: 'answers',
    asked: 0,
    env: {
      TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
      TURNSTILE_SECRET: SECRET,
      TURNSTILE_VERIFY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return running;
}
