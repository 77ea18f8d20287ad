/** The most photos that one comparison takes. */
export const chosenMax = 30;

/** The ids that an address names, each once; empty for none. */
export function readChosen(parameter: string | null): string[] {
  return [...new Set((parameter ?? '').split(',').filter((id) => id !== ''))].slice(0, chosenMax);
}

/** Adds a photo at the end or takes it out; a full choice takes no more. */
export function toggleChosen(chosen: readonly string[], photoId: string): string[] {
  if (chosen.includes(photoId)) return chosen.filter((id) => id !== photoId);
  return chosen.length < chosenMax ? [...chosen, photoId] : [...chosen];
}
