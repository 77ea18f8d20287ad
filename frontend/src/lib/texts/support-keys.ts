export const supportKeysTexts = {
  title: 'Keyboard shortcuts',
  help: 'Keyboard help',
  text: 'Shortcuts are off while you type.',
  switch: 'Single keys',
  switchHint: 'Switch them off if you use voice control. This browser remembers it.',
  groups: { everywhere: 'On every page', account: 'On an account or a transfer', pages: 'Go to a page' },
  words: {
    search: 'Search',
    rows: 'Next and previous row',
    open: 'Open the row',
    back: 'Back',
    keys: 'Show the keys',
    correct: 'Give or take back tokens',
  },
};
