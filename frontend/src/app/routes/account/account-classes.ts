export const columnsClass =
  'mx-auto grid w-full max-w-page content-start gap-5 wide:max-w-none wide:grid-cols-2 wide:gap-8';
export const cardClass = 'grid grid-cols-1 content-start gap-4 rounded-24 border border-line bg-surface p-5';
export const cardsClass =
  'mx-auto grid w-full max-w-page grid-cols-1 gap-4 wide:max-w-none wide:grid-cols-2 wide:items-start wide:gap-5';
