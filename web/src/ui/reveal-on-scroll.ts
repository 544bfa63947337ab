let watcher: IntersectionObserver | undefined;

/**
 * A ref for what moves in when it is scrolled to (800 ms, by the stylesheet). Until then it stands in its place, to be
 * seen and printed. What is on screen already stays where it is; where reduced motion is asked for, everything does.
 */
export function reveal(element: Element | null): (() => void) | undefined {
  if (!element || typeof IntersectionObserver === 'undefined') return undefined;
  watcher ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const { top, width } = boundingClientRect;
      if (isIntersecting) {
        target.classList.replace('unrevealed', 'revealed');
        watcher?.unobserve(target);
        // An element so far below that it is not drawn yet has no width.
      } else if (top > 0 || width === 0) target.classList.add('unrevealed');
    }
  });
  watcher.observe(element);
  return () => watcher?.unobserve(element);
}
