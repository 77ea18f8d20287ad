import { background } from './background.js';
import { body } from './body.js';
import { indexOf } from './catalogue-index.js';
import { face } from './face.js';
import { hair } from './hair.js';
import { outfit } from './outfit.js';
import { photography } from './photography.js';
import type { Catalogue } from './phrase.js';
import { vibe } from './vibe.js';

/** Comments on single photos: seven sections, phrases 1–49. */
export const photoCatalogue: Catalogue = [face, body, hair, vibe, outfit, background, photography];

export const photoIndex = indexOf(photoCatalogue);
export const { findPhrase, allChoices } = photoIndex;
