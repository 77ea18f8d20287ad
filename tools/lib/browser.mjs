import { installDebianPackages } from './debian.mjs';
import { findExecutable } from './executables.mjs';

const packages = ['chromium', 'fonts-liberation', 'fonts-noto-color-emoji'];

/** Chromium and its fonts, from Debian where they are missing; an error that names the packages where that cannot be done. */
export async function provideBrowser(say) {
  if (findExecutable('chromium')) return;
  await installDebianPackages(packages, say);
  if (!findExecutable('chromium')) throw new Error(`Chromium is needed: sudo apt-get install ${packages.join(' ')}`);
}
