export const optionsClass = 'grid [&_li+li]:border-t [&_li+li]:border-t-line';
