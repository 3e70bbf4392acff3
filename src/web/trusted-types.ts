/** Script of Cloudflare’s human check (Turnstile), loaded where the site uses it. */
export const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

/** Returns the URL of the third-party analytics script that the page names, if any. Workers have no document. */
export const analyticsAddress = () =>
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="analytics"]')?.content;

/**
 * Our only Trusted Types policy, which the Content-Security-Policy names (anchors: csp §1). It allows scripts from our
 * own files, that of Turnstile (which the Content-Security-Policy of a site without it blocks anyway), and the site’s
 * analytics script. It allows any HTML, so pass only sanitized HTML. Imported only by the boot script, the solver of
 * the human check, other workers, and the display of messages.
 */
const rules = {
  createHTML: (html: string) => html,
  createScriptURL(address: string): string {
    if (address === TURNSTILE) return address;
    const url = new URL(address, location.origin);
    const isOurs = url.origin === location.origin && /^\/(assets\/[\w.-]+\.js|sw\.js)$/.test(url.pathname);
    if (!isOurs && address !== analyticsAddress()) throw new TypeError('Not a script of this site');
    return url.href;
  },
};

type Policy = typeof rules;
const KEY = Symbol.for('skein.policy');
const shared = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
  [KEY]?: Policy;
};

// Created only once: a second policy of the same name is refused, even if a module runs again in development.
shared[KEY] ??= shared.trustedTypes?.createPolicy('app', rules) ?? rules;
export const policy: Policy = shared[KEY];
