let observer: IntersectionObserver | undefined;

/**
 * A ref for an element that moves in when it is scrolled to (in 800 ms, by the stylesheet). Until then it stands in its
 * place, so that it can be read and printed. What is on screen already does not move, and with reduced motion nothing
 * does.
 */
export function revealOnScroll(element: Element | null): (() => void) | undefined {
  if (!element || typeof IntersectionObserver === 'undefined') return undefined;
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const { top, width } = boundingClientRect;
      if (isIntersecting) {
        target.classList.replace('unrevealed', 'revealed');
        observer?.unobserve(target);
        // An element far below the screen may not be laid out yet, and has no width.
      } else if (top > 0 || width === 0) target.classList.add('unrevealed');
    }
  });
  observer.observe(element);
  return () => observer?.unobserve(element);
}
