export const firstWeekTexts = {
  title: 'First week',
  progress: (done: number, of: number) => `First week: ${done} of ${of} done`,
  next: (step: string) => `Next: ${step}`,
  done: 'Done',
  open: 'Not done yet',
  hide: 'Hide',
  hideChecklist: 'Hide checklist',
  allDone: 'First week: all done',
  later: {
    profilePhoto: 'Available once your first assessment is complete.',
    profileComments: 'Available once a photo is in your Profile Planner.',
    compare: 'Available once two photos are rated.',
  },
  steps: {
    photos: { title: 'Add two photos', next: 'add two photos', before: 'add two photos', act: 'Add photos' },
    profilePhoto: {
      title: 'Choose a first profile photo',
      next: 'choose a profile photo',
      before: 'your first results',
      act: 'Choose',
    },
    profileComments: {
      title: 'Get profile comments',
      next: 'get profile comments',
      before: 'put a photo in your planner',
      act: 'Ask people',
    },
    compare: {
      title: 'Compare two photos',
      next: 'compare two photos',
      before: 'have two photos rated',
      act: 'Compare',
    },
  },
};
