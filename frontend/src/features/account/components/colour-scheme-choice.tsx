import { useSyncExternalStore } from 'react';
import { colourScheme, colourSchemes } from '../../../lib/colour-scheme/colour-scheme';
import { preferencesTexts } from '../../../lib/texts/preferences';
import { Segmented } from '../../../ui/segmented/segmented';

const options = colourSchemes.map((value) => ({ value, label: preferencesTexts.colourSchemes[value] }));

/** Of this browser, not of the account: a phone may be dark where a desk is light. */
export function ColourSchemeChoice() {
  const chosen = useSyncExternalStore(colourScheme.subscribe, colourScheme.current);
  return (
    <Segmented label={preferencesTexts.colourScheme} options={options} value={chosen} onChange={colourScheme.choose} />
  );
}
