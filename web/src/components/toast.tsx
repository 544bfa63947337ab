import { useEffect, useEffectEvent } from 'react';

interface ToastProps {
  text: string;
  /** How long it stays, in milliseconds. */
  lasts: number;
  onGone: () => void;
}

/** A short message at the top centre that goes by itself. */
export function Toast({ text, lasts, onGone }: ToastProps) {
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (!text) return;
    const timer = setTimeout(() => gone(), lasts);
    return () => clearTimeout(timer);
  }, [text, lasts]);
  // The region is there before the text, so that it is spoken.
  return (
    <div className="toast" role="status">
      {text && <p>{text}</p>}
    </div>
  );
}
