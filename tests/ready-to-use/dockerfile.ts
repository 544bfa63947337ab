/** What a Dockerfile copies, by stage. */

export interface Stage {
  from: string;
  user?: string;
  /** Sources that are copied from the folder it is built in, not from another stage. */
  copies: string[];
  /** In order, each on one line. */
  steps: string[];
}

export function readDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter(Boolean);
  const stages: Stage[] = [];
  for (const line of lines) {
    const [word = '', ...rest] = line.split(/\s+/);
    if (word === 'FROM')
      stages.push({ from: rest.find((one) => !one.startsWith('--')) ?? '', copies: [], steps: [] });
    const stage = stages.at(-1);
    if (!stage) throw new Error(`before FROM: ${line}`);
    stage.steps.push(line);
    if (word === 'USER') stage.user = rest[0] ?? '';
    if (word !== 'COPY' || rest.some((one) => one.startsWith('--from='))) continue;
    stage.copies.push(...rest.filter((one) => !one.startsWith('--')).slice(0, -1));
  }
  return stages;
}
