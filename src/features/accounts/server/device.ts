import Bowser from 'bowser';

/** Only this many characters of a user agent are parsed. */
const USER_AGENT_MAX = 400;
const NAME_MAX = 60;

/** The device that a session was started on: names of browser and system, not translated. Null if unknown. */
export interface Device {
  browser: string | null;
  system: string | null;
}

/** Returns what is stored about the device: just enough for its owner to recognize it. */
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
