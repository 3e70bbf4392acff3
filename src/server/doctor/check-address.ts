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
  if (isLoopback(publicUrl))
    return [
      warn(`PUBLIC_URL is ${publicUrl.origin}, so links in emails only work on this machine.`, 'Set PUBLIC_URL.'),
    ];
  const found: Finding[] = [];
  if (publicUrl.protocol !== 'https:')
    found.push(
      wrong(
        'PUBLIC_URL is not HTTPS, so passwords and texts are readable on their way.',
        'Put a proxy with TLS in front, such as Caddy, and set PUBLIC_URL to https.',
      ),
    );
  else if (trustProxy === 0)
    found.push(
      wrong(
        'PUBLIC_URL is HTTPS, so a proxy is in front, but TRUST_PROXY is 0. All visitors then share one address and its limits.',
        'Set TRUST_PROXY to the number of proxies, usually 1.',
      ),
    );
  else found.push(ok(`${trustProxy} ${trustProxy === 1 ? 'proxy is' : 'proxies are'} trusted.`));
  return [...found, ...(await reach(publicUrl)), ...(await certificate(publicUrl))];
};

async function reach(publicUrl: URL): Promise<Finding[]> {
  try {
    const response = await fetch(new URL('/api/health', publicUrl), {
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
    });
    const body = (await response.json().catch(() => null)) as { data?: { alive?: boolean } } | null;
    if (body?.data?.alive === true) return [ok(`The site answers at ${publicUrl.origin}.`)];
    return [
      wrong(
        `${publicUrl.origin} answers with status ${response.status}, but not as Skein does.`,
        'Check that the site is running, and that the proxy passes requests on to it unchanged.',
      ),
    ];
  } catch (error) {
    return [
      wrong(
        `${publicUrl.origin} can’t be reached from this machine (${messageOf(error)}).`,
        'Check that the site is running, its DNS entry, the proxy and its certificate. Some networks can’t reach their own public address: then try it from elsewhere.',
      ),
    ];
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
  if (until.getTime() - Date.now() > RENEW_BEFORE) return [ok(`The certificate is valid until ${day}.`)];
  return [warn(`The certificate expires on ${day}.`, 'Check why it isn’t renewed.')];
}
