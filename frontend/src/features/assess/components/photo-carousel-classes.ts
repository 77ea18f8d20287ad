export const stripClass = 'flex scrollbar-none gap-2 overflow-x-auto px-4 pt-3 wide:justify-center wide:px-0';
