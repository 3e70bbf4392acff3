import Bowser from 'bowser';

/** Longest part of a browser's own description that is looked at. */
const USER_AGENT_MAX = 400;
const NAME_MAX = 60;

/** The device that a session began on: names of a browser and of a system, in no language. Null what it does not say. */
export interface Device {
  browser: string | null;
  system: string | null;
}

/** What is stored of it: enough to know one's own device by, and no more. */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, USER_AGENT_MAX));
  const system = platform.vendor === 'Apple' && platform.model ? platform.model : os.name;
  return [browser.name, system].map((name) => (name ?? '').replaceAll('/', ' ').slice(0, NAME_MAX)).join('/');
}

export function readDevice(stored: string): Device {
  const [browser, system] = stored.split('/', 2);
  return { browser: browser || null, system: system || null };
}
