export const preferencesTexts = {
  lead: 'Every change is saved at once.',
  assessmentPreferences: 'Your assessments',
  appearance: 'Appearance',
  appearanceLead: 'Of this browser only.',
  colourScheme: 'Colours',
  colourSchemes: { system: 'As the system', light: 'Light', dark: 'Dark' },
};
