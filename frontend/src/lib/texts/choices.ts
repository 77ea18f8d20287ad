/** These texts have a separate file, because the dashboard itself does not need them. */
export const choiceTexts = {
  location: 'Assessor location',
  locationNotMine: 'Not my country',
  locationAll: 'Any country',
  locationLead: 'Who may assess your photos.',
  stopWhenSettled: 'Stop early when the result is clear',
  stopWhenSettledHint:
    'Photos that may be the best are rated first. An assessment ends once it is clear which one is, and you get the unused tokens back.',
  compareBy: 'Compare photos by',
  comparedBy: { anyone: 'All assessors', audience: 'My audience' },
  compareByHint: 'Your audience counts as soon as three of them have rated a photo.',
  countryUnknown: 'This has no effect yet, because we do not know your country.',
  countryInPreferences: 'Choose your country in Preferences.',
  countryAboutYou: 'Choose your country under “About you”.',
  country: 'Your country',
  countryNone: 'Rather not say',
  countryHint: 'Your country is only used for “Not my country”.',

  lookingForTitle: 'Looking For',
  lookingForLead:
    'Whom your profile is for. Assessors see gender and relationship next to your photos, but never the ages.',
  gender: 'Gender',
  genders: { Man: 'Man', Woman: 'Woman', All: 'All' },
  ages: 'Age',
  ageFrom: 'From age',
  ageTo: 'To age',
  ageOrOlder: (age: number) => `${age}+`,
  relationship: 'Relationship',
  relationships: { Serious: 'Serious', Casual: 'Casual', Either: 'Either' },
};
