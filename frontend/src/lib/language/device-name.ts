import { filled } from './message';

/** Translates the server's name of a device, "Firefox on Windows", with a message of `browser` and `system`. */
export function deviceName(message: string, name: string): string {
  const [browser = name, system] = name.split(' on ');
  return system === undefined ? name : filled(message, { browser, system });
}
