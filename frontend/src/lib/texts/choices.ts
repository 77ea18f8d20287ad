/** Of choices that are made in dialogs of the dashboard and in Preferences: the dashboard itself does without them. */
export const choiceTexts = {
  location: 'Assessor location',
  locationNotMine: 'Not my country',
  locationAll: 'Any country',
  locationLead: 'Who may assess your photos.',
  stopWhenSettled: 'Stop early when the result is clear',
  stopWhenSettledHint:
    'An assessment ends automatically once it is clear which photo is best, and you get the unused tokens back.',
  countryUnknown: 'This has no effect yet, because we do not know your country.',
  countryInPreferences: 'Choose your country in Preferences.',
  countryBelow: 'Choose your country below.',
  country: 'Your country',
  countryNone: 'Not set',
  countryHint: 'Only used for “Not my country”. Assessors do not see it.',

  lookingForTitle: 'Looking For',
  lookingForLead: 'Assessors see this next to your photos.',
  gender: 'Gender',
  genders: { Man: 'Man', Woman: 'Woman', All: 'All' },
  relationship: 'Relationship',
  relationships: { Serious: 'Serious', Casual: 'Casual', Either: 'Either' },
};
