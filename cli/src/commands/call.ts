import type { Operation } from '@one-planet/contract';
import type { Exchange } from '@one-planet/sdk';
import { type AnyCall, functionOf } from '../applicant/calls.ts';
import { openTarget, type Target } from '../backend/target.ts';
import { loadSettings } from '../config/load.ts';
import { CliError, exitCodes } from '../process/exit.ts';
import { paint, talk } from '../process/terminal.ts';
import { type CallResult, printAnswer, secretsOf, withExchange } from './call/answer.ts';
import { bodyWarnings, readBody } from './call/body.ts';
import { needOperation, readParams } from './call/operation.ts';
import { defineCommand, targetSettings } from './define.ts';
import { argument, flag, value, values } from './options.ts';

/** `admissions call OPERATION`: makes one typed call and prints its answer. */
export const command = defineCommand({
  name: 'call',
  description:
    'Makes one call of the contract and prints the answer as JSON. A refusal the contract knows is an answer too (exit 0).',
  arguments: [argument('<operation>', 'e.g. auth.login; see them all with: admissions operations')],
  settings: targetSettings,
  options: {
    param: values('<name=value>', 'a path parameter (repeatable)'),
    body: value('<json|@file|->', 'the body: JSON, a file with it, or stdin'),
    file: value('<path>', 'the file to upload'),
    tokenEnv: value('<name>', 'the environment variable that holds the bearer token'),
    output: value('<file>', 'write the body of a successful answer to a file'),
    showSecrets: flag('do not hide tokens and links in the answer'),
  },
  help: `
The body is written with the contract's field names, whatever the dialect. Where
it differs from its schema, a warning says so; it is sent all the same.

Examples:
  admissions call programs.list
  admissions call auth.login --body '{"email":"a@b.example","password":"Aa1…"}'
  admissions call auth.login --body @login.json --show-secrets
  admissions call applicants.getByEmail --param email=a@b.example --token-env T
  admissions call files.upload --file diploma.pdf --token-env T
  admissions call files.get --param fileName=NAME --output a.pdf --token-env T
  admissions call contents.list --target http://127.0.0.1:8080`,
  async run(flags, name: string) {
    const operation = needOperation(name);
    const params = readParams(operation, flags.param ?? []);
    const token = readToken(operation, flags.tokenEnv);
    const settings = await loadSettings(flags);
    const body = await readBody(operation, flags);
    if (flags.file === undefined) {
      for (const warning of bodyWarnings(operation, body)) {
        talk(`${paint('yellow', 'warning:', process.stderr)} ${warning}`);
      }
    }
    const target = await openTarget(settings);
    const known = secretsOf({ token, params, body, connection: target.secrets });
    const result = await send(operation, target, { params, body }, { token, known });
    await printAnswer(result, flags, known);
    return exitCodes.done;
  },
});

function readToken({ name, meta }: Operation, variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  if (meta.auth === 'none') talk(`${name} is public: no token is sent.`);
  const token = process.env[variable]?.trim();
  if (token) return token;
  throw new CliError(`--token-env: the environment variable ${variable} is not set`);
}

async function send(
  { name }: Operation,
  target: Target,
  call: AnyCall,
  { token, known }: { token: string | undefined; known: readonly string[] },
): Promise<CallResult> {
  let last: Exchange | undefined;
  const client = target.client({
    session: { token: () => token },
    onExchange: (exchange) => {
      last = exchange;
    },
  });
  try {
    const started = performance.now();
    const answer = await functionOf(client, name)(call);
    const ms = Math.round(last?.durationMs ?? performance.now() - started);
    return { operation: name, status: answer.status, ms, body: answer.body };
  } catch (error) {
    throw last ? withExchange(error, last, known) : error;
  } finally {
    await target.close();
  }
}
