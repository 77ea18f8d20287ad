import { useEffect, useRef, useState } from 'react';

/** Approximate width of a phone. A drawing has this width until its frame has been measured. */
const assumedPx = 350;

export function useWidth<Frame extends HTMLElement>() {
  const frame = useRef<Frame>(null);
  const [widthPx, setWidthPx] = useState(assumedPx);

  useEffect(() => {
    const element = frame.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidthPx(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return { frame, widthPx };
}
