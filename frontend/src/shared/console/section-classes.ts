export const linesClass = 'grid [&>a]:inline-flex [&>a]:min-h-target-dense [&>a]:items-center [&>a[href]]:my-0';
