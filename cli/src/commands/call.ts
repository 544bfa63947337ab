import type { Operation } from '@one-planet/contract';
import type { Exchange } from '@one-planet/sdk';
import { Command } from 'commander';
import { openTarget } from '../backend/target.ts';
import { addTargetOptions } from '../config/flags.ts';
import { type Flags, loadSettings, type ResolvedSettings } from '../config/load.ts';
import { CliError, type ExitCode, exitCodes } from '../process/exit.ts';
import { paint, talk } from '../process/terminal.ts';
import {
  type AnswerFlags,
  type CallResult,
  printAnswer,
  secretsOf,
  withExchange,
} from './call/answer.ts';
import { type BodyFlags, bodyWarnings, readBody } from './call/body.ts';
import { needOperation, readParams } from './call/operation.ts';
import { collect } from './option-values.ts';

interface Options extends Flags, BodyFlags, AnswerFlags {
  param?: string[];
  tokenEnv?: string;
}

/** `admissions call OPERATION`: makes one typed call and prints its answer. */
export function command(finish: (code: ExitCode) => void): Command {
  const call = new Command('call')
    .description(
      'Makes one call of the contract and prints the answer as JSON. A refusal the contract knows is an answer too (exit 0).',
    )
    .argument('<operation>', 'e.g. auth.login; see them all with: admissions operations')
    .option('--param <name=value>', 'a path parameter', collect)
    .option('--body <json|@file|->', 'the body: JSON, the JSON in a file, or on stdin')
    .option('--file <path>', 'the file to upload')
    .option('--token-env <name>', 'the environment variable that holds the bearer token')
    .option('--output <file>', 'write the body of a successful answer to a file')
    .option('--show-secrets', 'do not hide tokens and links in the answer');
  return addTargetOptions(call)
    .addHelpText('after', examples)
    .action(async (name: string, options: Options) => {
      await callOnce(needOperation(name), options);
      finish(exitCodes.done);
    });
}

async function callOnce(operation: Operation, options: Options): Promise<void> {
  const params = readParams(operation, options.param ?? []);
  const token = readToken(operation, options.tokenEnv);
  const settings = await loadSettings(options);
  const body = await readBody(operation, options);
  if (options.file === undefined) {
    for (const warning of bodyWarnings(operation, body)) {
      talk(`${paint('yellow', 'warning:', process.stderr)} ${warning}`);
    }
  }
  const known = secretsOf(token, params, body);
  const result = await send(operation, settings, { params, body, token, known });
  await printAnswer(result, options, known);
}

function readToken({ name, meta }: Operation, variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  if (meta.auth === 'none') talk(`${name} is public: no token is sent.`);
  const token = process.env[variable]?.trim();
  if (token) return token;
  throw new CliError(`--token-env: the environment variable ${variable} is not set`);
}

interface Call {
  params: Record<string, string>;
  body: unknown;
  token: string | undefined;
  known: readonly string[];
}

async function send(
  operation: Operation,
  settings: ResolvedSettings,
  call: Call,
): Promise<CallResult> {
  const target = await openTarget(settings);
  let last: Exchange | undefined;
  const client = target.client({
    session: { token: () => call.token },
    onExchange: (exchange) => {
      last = exchange;
    },
  });
  const { params, body } = call;
  try {
    const started = performance.now();
    const answer = await callByName(client, operation.name)({ params, body });
    const ms = Math.round(last?.durationMs ?? performance.now() - started);
    return { operation: operation.name, status: answer.status, ms, body: answer.body };
  } catch (error) {
    throw last ? withExchange(error, last, call.known) : error;
  } finally {
    await target.close();
  }
}

type AnyCall = (args: object) => Promise<{ status: number; body: unknown }>;

/** The client is typed operation by operation; here the name is known only now. */
function callByName(client: object, name: string): AnyCall {
  const [resource = '', key = ''] = name.split('.');
  return (client as Record<string, Record<string, AnyCall>>)[resource]?.[key] as AnyCall;
}

const examples = `
The body is written with the contract's field names, whatever the dialect. What
differs from its schema is told as a warning and sent all the same.

Examples:
  admissions call programs.list
  admissions call auth.login --body '{"email":"a@b.example","password":"Aa1…"}'
  admissions call auth.login --body @login.json --show-secrets
  admissions call applicants.getByEmail --param email=a@b.example --token-env T
  admissions call files.upload --file diploma.pdf --token-env T
  admissions call files.get --param fileName=NAME --output a.pdf --token-env T
  admissions call contents.list --target http://127.0.0.1:8080`;
