const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';
/** Paths of a picture (`/api/media/photos/ID/640.webp`), a call (`/api/photos/ID`) and a page (`/profile?photo=ID`). */
const PLACES = [`/photos?/(${UUID})(?![\\w-])`, `[?&]photo(?:Id)?=(${UUID})(?![\\w-])`];
const LOCATION = new RegExp(PLACES.join('|'), 'i');

/** Returns the id of the first photo that an address in the text names. Does not check whether the photo exists. */
export function photoIdIn(location: string): string | undefined {
  const [, picture, page] = LOCATION.exec(location) ?? [];
  return (picture ?? page)?.toLowerCase();
}
