import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const exampleBlock = /^```(tsx?) (sdk\/examples\/[\w-]+\.tsx?)\n.*?^```$/gms;

/** The SDK's guide with the code of every example it names: blocks that open with ```` ```ts sdk/examples/… ````. */
export function renderGuide(): string {
  const guide = readFileSync(new URL('docs/sdk.md', root), 'utf8');
  return guide.replace(exampleBlock, (_, language: string, path: string) => {
    const code = readFileSync(new URL(path, root), 'utf8');
    return `\`\`\`${language} ${path}\n${code}\`\`\``;
  });
}
