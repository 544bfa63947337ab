/** Reads JSON that came from a server or another machine, within limits. */

/** The deepest response of the contract has seven levels. */
const maxDepth = 100;
/** A list of 2,000 programs with all their fields has fewer. */
const maxValuesOfResponse = 50_000;

/** JSON that is nested too deeply, or has too many values. */
export class JsonTooLargeError extends SyntaxError {}

/**
 * Parses JSON. What code does with the result may use the stack for each level and some memory for each value, so text
 * beyond the limits is refused before it is parsed.
 * @param maxValues how many values it may have
 * @throws {JsonTooLargeError} beyond the limits
 * @throws {SyntaxError} for text that is not JSON
 */
export function parseJson(text: string, maxValues = maxValuesOfResponse): unknown {
  checkJsonLimits(text, maxValues);
  return JSON.parse(text);
}

function checkJsonLimits(text: string, maxValues: number): void {
  let depth = 0;
  let valueCount = 1;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index);
    if (isInString) {
      if (sign === backslash) index += 1;
      else if (sign === quote) isInString = false;
    } else if (sign === quote) isInString = true;
    else if (sign === comma) valueCount += 1;
    else if (sign === openBracket || sign === openBrace) {
      depth += 1;
      valueCount += 1;
      if (depth > maxDepth)
        throw new JsonTooLargeError(`JSON that is nested more than ${maxDepth} levels deep`);
    } else if (sign === closeBracket || sign === closeBrace) depth -= 1;
    if (valueCount > maxValues)
      throw new JsonTooLargeError(`JSON with more than ${maxValues} values`);
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
