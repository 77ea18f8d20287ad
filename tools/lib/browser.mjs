import { installDebianPackages } from './debian.mjs';
import { findExecutable } from './executables.mjs';

/** Chromium without windows: it takes two thirds of the CPU time of `chromium --headless`. */
const program = 'chromium-headless-shell';
const packages = [program, 'fonts-liberation', 'fonts-noto-color-emoji'];

/**
 * The tests' browser and its fonts, from Debian where they are missing; an error that names the packages where that cannot be done.
 * The variable CHROMIUM names another browser.
 */
export async function provideBrowser(say) {
  if (process.env.CHROMIUM || findExecutable(program)) return;
  await installDebianPackages(packages, say);
  if (findExecutable(program)) return;
  throw new Error(
    `Chromium is needed: sudo apt-get install ${packages.join(' ')}; or let CHROMIUM name another, /usr/bin/chromium for instance`,
  );
}
