export const contentClass =
  'flex flex-1 flex-col pt-(--safe-top) pb-[calc(var(--nav-height)+var(--safe-bottom))] wide:pb-0';
