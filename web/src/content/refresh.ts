import type { Site } from '../site/site.ts';
import { texts } from '../words/frame.ts';

/**
 * Reads the host's `content.json` and shows it where it differs from what the page was built with. The site does without:
 * what can't be loaded changes nothing, and what is wrong is told above the page.
 */
export async function refreshContent({ content, notice }: Site): Promise<void> {
  const response = await fetch('/content.json').catch(() => undefined);
  // Some hosts answer every address with a page.
  if (!response?.ok || response.headers.get('content-type')?.includes('html')) return;
  const text = await response.text();
  try {
    const json: unknown = JSON.parse(text);
    if (JSON.stringify(json) === JSON.stringify(content.get())) return;
    const { parseContent } = await import('./schema/schema.ts');
    content.set(parseContent(json));
  } catch (error) {
    notice.set({ text: texts.contentWrong(problemsOf(error)) });
  }
}

function problemsOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'It is not valid JSON';
  return error instanceof Error ? error.message.replaceAll('\n', '; ') : '';
}
