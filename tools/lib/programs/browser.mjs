import { installDebianPackages } from './debian.mjs';
import { findExecutable } from './executables.mjs';

const fonts = ['fonts-liberation', 'fonts-noto-color-emoji'];

/** The variable CHROMIUM selects another browser. */
export const provideBrowser = (say) =>
  // Chromium without windows, which takes two thirds of the CPU time of `chromium --headless`.
  provide({ title: 'Chromium', program: 'chromium-headless-shell', variable: 'CHROMIUM' }, say);

export const provideFirefox = (say) => provide({ title: 'Firefox', program: 'firefox-esr', variable: 'FIREFOX' }, say);

async function provide({ title, program, variable }, say) {
  if (process.env[variable] || findExecutable(program)) return;
  const packages = [program, ...fonts];
  await installDebianPackages(packages, say);
  if (findExecutable(program)) return;
  const command = `sudo apt-get install ${packages.join(' ')}`;
  throw new Error(`${title} is needed: ${command}; or let ${variable} name another`);
}
