/** Whether the backend that an OpenAPI document describes keeps the contract. */
import {
  type ApiDocument,
  type ApiOperation,
  isObject,
  type Json,
  listOf,
  objectOf,
  own,
} from './openapi-document.ts';
import { type Excess, excessOf, type Names } from './openapi-schema.ts';

export interface OperationBreaks {
  operation: string;
  /** As the contract has it, e.g. `POST /auth/public/login`. */
  wire: string;
  breaks: readonly Break[];
}

interface Break {
  /** e.g. `request password`; empty for the operation itself. */
  where: string;
  what: string;
}

const sends: Names = ['the contract', 'the document'];
const answers: Names = ['the document', 'the contract'];

/** @returns the contract's operations that the document breaks, with all that is wrong about each */
export function findBreaks(contract: ApiDocument, document: ApiDocument): OperationBreaks[] {
  return contract.operations.flatMap((wanted): OperationBreaks[] => {
    const found = findOperation(wanted, document);
    const breaks = found
      ? compareOperations(wanted, found, { contract, document })
      : wanted.content['x-may-be-missing'] === true
        ? []
        : [{ where: '', what: 'the document does not have it' }];
    if (breaks.length === 0) return [];
    return [{ operation: wanted.name, wire: `${wanted.method} ${wanted.ownPath}`, breaks }];
  });
}

/** By its address, which is what clients call; else by its name, so that the rest is compared. */
function findOperation(wanted: ApiOperation, document: ApiDocument): ApiOperation | undefined {
  const { operations } = document;
  return (
    operations.find((one) => isSameAddress(wanted, one, document)) ??
    operations.find(({ name }) => name === wanted.name)
  );
}

function isSameAddress(wanted: ApiOperation, one: ApiOperation, document: ApiDocument): boolean {
  if (wanted.method !== one.method) return false;
  if (blank(wanted.path) === blank(one.path)) return true;
  return !document.hasServers && blank(wanted.ownPath) === blank(one.ownPath);
}

/** @returns the path with its parameters numbered: their names don't show on the wire */
function blank(path: string): string {
  let count = 0;
  return path.replace(/\{[^}]*\}/g, () => `{${count++}}`);
}

interface Documents {
  contract: ApiDocument;
  document: ApiDocument;
}

function compareOperations(
  wanted: ApiOperation,
  found: ApiOperation,
  documents: Documents,
): Break[] {
  const [a, b] = [wanted.content, found.content];
  const isThere = isSameAddress(wanted, found, documents.document);
  const has = `the document has ${found.method} ${found.path}, the contract ${wanted.method} ${wanted.path}`;
  return [
    ...(isThere ? [] : [{ where: '', what: has }]),
    ...compareSecurity(wanted, found),
    ...comparePromises(a, b),
    ...compareParameters(wanted, found, documents),
    ...compareRequests(a.requestBody, b.requestBody, documents),
    ...compareAnswers(objectOf(a.responses), objectOf(b.responses), documents),
  ];
}

/** Whoever sends what the contract asks for is let in; nobody else is. */
function compareSecurity(
  { security: contract }: ApiOperation,
  { security }: ApiOperation,
): Break[] {
  const isLetIn = (way: readonly string[]) =>
    security.some((needed) => needed.every((one) => way.includes(one)));
  const refused = contract
    .filter((way) => !isLetIn(way))
    .map((way) => `a call with ${way.join(' and ') || 'no token'} is refused`);
  const isOpen = isLetIn([]) && contract.every((way) => way.length > 0);
  const all = isOpen ? [...refused, 'a call without a token is let in'] : refused;
  return all.map((what) => ({ where: 'security', what }));
}

/** Words of our own documents: others do not have them. */
function comparePromises(a: Json, b: Json): Break[] {
  const [states, theirs] = [listOf(a['x-states']), b['x-states']];
  const missing = Array.isArray(theirs) ? states.filter((state) => !theirs.includes(state)) : [];
  const isEvery = !Array.isArray(a['x-states']) && Array.isArray(theirs);
  const unsafe = a['x-safe-to-repeat'] === true && b['x-safe-to-repeat'] === false;
  const all = [
    ...(missing.length > 0 ? [`is refused in ${missing.join(', ')}`] : []),
    ...(isEvery ? [`is allowed in ${theirs.join(', ')} only`] : []),
    ...(unsafe ? ['is not safe to repeat'] : []),
  ];
  return all.map((what) => ({ where: '', what }));
}

function compareParameters(
  wanted: ApiOperation,
  found: ApiOperation,
  { contract, document }: Documents,
): Break[] {
  const nameOf = (one: Json) => `${String(one.in)} parameter ${String(one.name)}`;
  const fromContract = [...wanted.parameters].flatMap(([key, parameter]): Break[] => {
    const where = nameOf(parameter);
    const other = found.parameters.get(key);
    if (!other) return parameter.in === 'path' ? [] : [{ where, what: 'is not read' }];
    const isSent = parameter.required === true || other.required !== true;
    const sent = { schema: parameter.schema ?? true, resolve: contract.resolve };
    const read = { schema: other.schema ?? true, resolve: document.resolve };
    return [
      ...(isSent ? [] : [{ where, what: 'is required; the contract may leave it out' }]),
      ...within(where, excessOf(sent, read, sends, true)),
    ];
  });
  const asked = [...found.parameters].filter(
    ([key, one]) => one.required === true && one.in !== 'path' && !wanted.parameters.has(key),
  );
  const what = 'is required; the contract does not send it';
  return [...fromContract, ...asked.map(([, one]) => ({ where: nameOf(one), what }))];
}

function within(where: string, excess: readonly Excess[]): Break[] {
  return excess.map(({ path, what }) => ({ where: [where, path].filter(Boolean).join(' '), what }));
}

function compareRequests(a: unknown, b: unknown, documents: Documents): Break[] {
  const wanted = objectOf(documents.contract.resolve(a));
  const found = objectOf(documents.document.resolve(b));
  const [sendsIt, readsIt] = [a !== undefined, b !== undefined];
  const needsIt = found.required === true && wanted.required !== true;
  if (!readsIt) return sendsIt ? [{ where: 'request', what: 'its body is not read' }] : [];
  const missing = sendsIt ? 'the contract may leave it out' : 'the contract sends none';
  return [
    ...(needsIt ? [{ where: 'request', what: `its body is required; ${missing}` }] : []),
    ...(sendsIt ? compareContents('request', wanted.content, found.content, documents) : []),
  ];
}

/** A status without an entry of its own is answered as its class says (`4XX`), or as `default` does. */
function compareAnswers(contract: Json, theirs: Json, documents: Documents): Break[] {
  return Object.keys(theirs)
    .filter((status) => !status.startsWith('x-'))
    .flatMap((status) => {
      const where = `answer ${status}`;
      const allowed = documents.contract.resolve(answerFor(contract, status));
      if (allowed === undefined) return [{ where, what: 'the contract does not have it' }];
      const [a, b] = [objectOf(allowed), objectOf(documents.document.resolve(own(theirs, status)))];
      const isRead = Object.keys(objectOf(a.content)).length > 0;
      const isDeclared = Object.keys(objectOf(b.content)).length > 0;
      return [
        ...(isRead && !isDeclared ? [{ where, what: 'its body is not declared' }] : []),
        ...(isRead && isDeclared ? compareContents(where, b.content, a.content, documents) : []),
      ];
    });
}

/** Beside a success, `default` stands for refusals, as documents use it. */
function answerFor(answers: Json, status: string): unknown {
  const keys =
    status === 'default' ? ['default', '4XX', '4xx'] : [status, `${status[0]}XX`, `${status[0]}xx`];
  const isCovered = status >= '4' || !Object.keys(answers).some((one) => one.startsWith('2'));
  return [...keys, ...(isCovered ? ['default'] : [])]
    .map((key) => own(answers, key))
    .find((one) => one !== undefined);
}

/** @param narrow the contents of whoever sends @param wide those of whoever reads */
function compareContents(
  where: string,
  narrow: unknown,
  wide: unknown,
  { contract, document }: Documents,
): Break[] {
  const isRequest = where === 'request';
  const [sender, reader] = isRequest ? [contract, document] : [document, contract];
  const names = isRequest ? sends : answers;
  return Object.entries(objectOf(narrow)).flatMap(([type, value]): Break[] => {
    const other = contentFor(objectOf(wide), type);
    if (other === undefined) {
      const known = Object.keys(objectOf(wide)).join(', ') || 'none';
      return [{ where, what: `${names[0]} has ${type}, ${names[1]} ${known}` }];
    }
    const [one, two] = [objectOf(sender.resolve(value)), objectOf(reader.resolve(other))];
    const sent = { schema: one.schema ?? true, resolve: sender.resolve };
    const read = { schema: two.schema ?? true, resolve: reader.resolve };
    return within(where, excessOf(sent, read, names, isRequest));
  });
}

/** A type is read as such, or by its group, e.g. `application/*`. */
function contentFor(contents: Json, type: string): unknown {
  const plain = (one: string) => one.split(';')[0]?.trim().toLowerCase();
  const wanted = [plain(type), `${type.split('/')[0]}/*`, '*/*'];
  return Object.entries(contents).find(
    ([one, value]) => wanted.includes(plain(one)) && isObject(value),
  )?.[1];
}
