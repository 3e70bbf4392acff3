import { connect } from 'node:tls';
import { DAY, SECOND } from '#core/time.ts';
import { isLoopback } from '#platform/config.ts';
import { type Check, type Finding, ok, warn, wrong } from './finding.ts';

const PATIENCE = 5 * SECOND;
const RENEW_BEFORE = 14 * DAY;

const messageOf = (error: unknown) => {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
};

/** Asks the site through its public URL, as members do. */
export const checkAddress: Check = async ({ deps: { config } }) => {
  const { publicUrl, trustProxy } = config;
  if (isLoopback(publicUrl)) return [warn('local', { url: publicUrl.origin })];
  const found: Finding[] = [];
  if (publicUrl.protocol !== 'https:') found.push(wrong('no_https'));
  else if (trustProxy === 0) found.push(wrong('no_proxies'));
  else found.push(ok('proxies', { count: trustProxy }));
  return [...found, ...(await reach(publicUrl)), ...(await certificate(publicUrl))];
};

async function reach(publicUrl: URL): Promise<Finding[]> {
  const url = publicUrl.origin;
  try {
    const response = await fetch(new URL('/api/health', publicUrl), {
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
    });
    const body = (await response.json().catch(() => null)) as { data?: { alive?: boolean } } | null;
    if (body?.data?.alive === true) return [ok('answers', { url })];
    return [wrong('other_answer', { url, status: response.status })];
  } catch (error) {
    return [wrong('unreachable', { url, problem: messageOf(error) })];
  }
}

/** Returns a finding if the certificate of the site expires soon. One that isn’t valid has been reported already. */
async function certificate(publicUrl: URL): Promise<Finding[]> {
  if (publicUrl.protocol !== 'https:') return [];
  const host = publicUrl.hostname;
  const until = await new Promise<Date | null>((resolve) => {
    const socket = connect({ host, port: Number(publicUrl.port || 443), servername: host }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.setTimeout(PATIENCE, () => socket.destroy());
    socket.on('error', () => resolve(null)).on('close', () => resolve(null));
  });
  if (until === null) return [];
  const day = until.toISOString().slice(0, 10);
  if (until.getTime() - Date.now() > RENEW_BEFORE) return [ok('certificate', { day })];
  return [warn('certificate_ends', { day })];
}
