interface Waiting {
  acts: Set<() => void>;
  listener: () => void;
}

/** Many calls may hang on one signal, which platforms take for a leak and warn of: it gets one listener for all. */
const waiting = new WeakMap<AbortSignal, Waiting>();

/**
 * Runs `act` once any of the signals is aborted; an abort before this call is not told.
 * @returns ends the waiting; to be called in any case
 */
export function onAbort(signals: readonly AbortSignal[], act: () => void): () => void {
  const ends = signals.map((signal) => waitFor(signal, () => act()));
  return () => {
    for (const end of ends) end();
  };
}

function waitFor(signal: AbortSignal, act: () => void): () => void {
  const { acts, listener } = waiting.get(signal) ?? startWaiting(signal);
  acts.add(act);
  return () => {
    if (!acts.delete(act) || acts.size > 0) return;
    signal.removeEventListener('abort', listener);
    waiting.delete(signal);
  };
}

function startWaiting(signal: AbortSignal): Waiting {
  const acts = new Set<() => void>();
  const listener = () => {
    for (const act of [...acts]) act();
  };
  const entry = { acts, listener };
  waiting.set(signal, entry);
  signal.addEventListener('abort', listener, { once: true });
  return entry;
}
