/** The script of Cloudflare's human check, fetched where the site uses it. */
export const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

/** Where the page says that a foreign script counts visits; workers have no page. */
export const analyticsAddress = () =>
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="analytics"]')?.content;

/**
 * The one policy of our own that the Content-Security-Policy names (anchors: csp §1). Scripts are let through from our
 * own files, the one of Turnstile, which the Content-Security-Policy of a site without it refuses all the same, and where
 * the site has one that which counts visits; HTML only from what has been sanitised. Imported by the boot script, by the
 * solver of the human check, by other workers, and by what shows messages; by nothing else.
 */
const rules = {
  createHTML: (html: string) => html,
  createScriptURL(address: string): string {
    if (address === TURNSTILE) return address;
    const url = new URL(address, location.origin);
    const isOurs = url.origin === location.origin && /^\/(assets\/[\w.-]+\.js|sw\.js)$/.test(url.pathname);
    if (!isOurs && address !== analyticsAddress()) throw new TypeError('This is no script of ours');
    return url.href;
  },
};

type Policy = typeof rules;
const KEY = Symbol.for('skein.policy');
const shared = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
  [KEY]?: Policy;
};

// Made once: a second policy of the same name is refused, also when a module runs again in development.
shared[KEY] ??= shared.trustedTypes?.createPolicy('app', rules) ?? rules;
export const policy: Policy = shared[KEY];
