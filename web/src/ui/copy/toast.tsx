import { useEffect, useEffectEvent } from 'react';

interface ToastProps {
  /** Each saying is an object of its own: the same text said again stays its whole time again. */
  said: { text: string } | undefined;
  /** How long it stays, in milliseconds. */
  lasts: number;
  onGone: () => void;
}

/** A short message at the top centre that goes by itself. */
export function Toast({ said, lasts, onGone }: ToastProps) {
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => gone(), lasts);
    return () => clearTimeout(timer);
  }, [said, lasts]);
  // The region is there before the text, so that it is spoken.
  return (
    <div className="toast" role="status">
      {said && <p>{said.text}</p>}
    </div>
  );
}
