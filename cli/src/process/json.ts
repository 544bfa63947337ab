/** Reading JSON that people write by hand: a mistake is reported with its place. */

/** JSON that does not parse; `message` begins with the line and column. */
export class JsonSyntaxError extends Error {
  override name = 'JsonSyntaxError';
}

/**
 * Parses JSON; a byte order mark before it is fine.
 * @throws {JsonSyntaxError} `line 3, column 5: expected a value`
 */
export function parseJson(text: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(json);
  } catch (cause) {
    // What V8 says differs by version, and often lacks the place.
    const { at, expected } = firstMistake(json);
    const before = json.slice(0, at).split('\n');
    const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    const found = at < json.length ? `, not ${JSON.stringify(json[at])}` : '; the text ends there';
    throw new JsonSyntaxError(`${place}: expected ${expected}${found}`, { cause });
  }
}

/** @returns what a machine wrote; `undefined` for what is no JSON */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Mistake {
  at: number;
  expected: string;
}

const space = /[ \t\r\n]*/y;
// Inside a string: anything from the space on but the double quote and the backslash.
const string = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** Walks the text by JSON's grammar up to the first place that does not fit. */
function firstMistake(text: string): Mistake {
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found !== undefined;
  };
  const takeMark = (mark: string) => {
    take(space);
    if (text[at] !== mark) return false;
    at += 1;
    return true;
  };
  const fail = (expected: string): never => {
    throw { at, expected } satisfies Mistake;
  };
  const takeName = () => {
    take(space);
    if (!take(string)) fail(text[at] === '"' ? endOfString : 'a name in double quotes');
    if (!takeMark(':')) fail('":"');
  };
  const takeList = (close: string, takeItem: () => void) => {
    if (takeMark(close)) return;
    do takeItem();
    while (takeMark(','));
    if (!takeMark(close)) fail(`"," or "${close}"`);
  };
  const takeField = () => {
    takeName();
    takeValue();
  };
  const takeValue = (): void => {
    if (takeMark('[')) takeList(']', takeValue);
    else if (takeMark('{')) takeList('}', takeField);
    else if (!take(string) && !take(scalar)) fail(text[at] === '"' ? endOfString : 'a value');
  };
  try {
    takeValue();
    take(space);
    return { at, expected: 'nothing more' };
  } catch (mistake) {
    return mistake as Mistake;
  }
}

const endOfString = 'a string on one line, ended by a double quote, with \\ only before "\\/bfnrtu';
