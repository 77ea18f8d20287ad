const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';
/** A picture (`/api/media/photos/ID/640.webp`), a call (`/api/photos/ID`), and a page that shows a photo (`/profile?photo=ID`). */
const PLACES = [`/photos?/(${UUID})(?![\\w-])`, `[?&]photo(?:Id)?=(${UUID})(?![\\w-])`];
const LOCATION = new RegExp(PLACES.join('|'), 'i');

/** The photo that an address of Candid names, wherever in the text it stands. Whether the photo is there is not looked at. */
export function photoIdIn(location: string): string | undefined {
  const [, picture, page] = LOCATION.exec(location) ?? [];
  return (picture ?? page)?.toLowerCase();
}
