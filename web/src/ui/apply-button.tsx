import { Link } from 'wouter';
import { paths } from '../site/routes.ts';

const buttonsOnScreen = new Set<Element>();
let observer: IntersectionObserver | undefined;

interface ApplyButtonProps {
  text: string;
  onClick?: () => void;
}

/**
 * A page's own button to apply. While one is on screen, the stylesheet hides the header's, and the bar at the bottom of
 * a program.
 */
export function ApplyButton({ text, onClick }: ApplyButtonProps) {
  return (
    <Link
      className="button primary own-apply"
      ref={watchButton}
      to={paths.disclaimer}
      onClick={onClick}
    >
      {text}
    </Link>
  );
}

/** Notes for the stylesheet whether all of these buttons are out of sight. */
function watchButton(button: Element | null): (() => void) | undefined {
  if (!button || typeof IntersectionObserver === 'undefined') return undefined;
  observer ??= new IntersectionObserver(noteButtons, {
    // What the header covers is out of sight.
    rootMargin: '-48px 0px 0px',
  });
  observer.observe(button);
  return () => {
    observer?.unobserve(button);
    buttonsOnScreen.delete(button);
    delete document.documentElement.dataset.apply;
  };
}

function noteButtons(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) buttonsOnScreen.add(target);
    else buttonsOnScreen.delete(target);
  }
  document.documentElement.dataset.apply = buttonsOnScreen.size === 0 ? 'away' : 'here';
}
