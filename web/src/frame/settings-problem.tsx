import { SettingsError } from '../config.ts';
import { createRoot } from '../roots.ts';
import { tellAlive } from '../site/alive.ts';
import { texts } from '../words/frame.ts';

/** Shown when the deployment's settings are wrong; names each mistake. */
export function showSettingsProblem(root: HTMLElement, error: unknown): void {
  tellAlive();
  createRoot(root).render(
    <main className="page narrow">
      <h1>{texts.settings.title}</h1>
      <div role="alert">
        {error instanceof SettingsError ? <Wrong error={error} /> : <p>{sentence(error)}</p>}
      </div>
      <a className="button primary" href={location.href}>
        {texts.crash.reload}
      </a>
    </main>,
  );
}

function Wrong({ error }: { error: SettingsError }) {
  return (
    <>
      <p>{texts.settings.wrong}</p>
      <ul>
        {error.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </>
  );
}

function sentence(error: unknown): string {
  return error instanceof SyntaxError ? texts.settings.noJson : texts.settings.unreachable;
}
