import { useEffect, useRef, useState } from 'react';

/** Width of a drawing whose frame has not been measured yet; about the width of a phone. */
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
