export const pointsClass =
  "grid gap-1 text-ink-soft [&_li]:relative [&_li]:pl-5 [&_li::before]:absolute [&_li::before]:top-[0.62em] [&_li::before]:left-1 [&_li::before]:size-1.5 [&_li::before]:rounded-full [&_li::before]:bg-line-strong [&_li::before]:content-['']";
