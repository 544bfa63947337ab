/** Compiles texts in ICU's message syntax, so that the browser gets none of it. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/**
 * @param message e.g. `{count, plural, one {# question} other {# questions}}`
 * @returns an expression in JavaScript in which its parameters are variables; `plural(n)` names a number's category
 * @throws {SyntaxError} for what is no such message, or uses more of the syntax than texts and choices
 */
export function compiled(message: string): string {
  return joined(parse(message, { ignoreTag: true, requiresOtherClause: true }));
}

/** @param number the parameter that `#` stands for */
function joined(elements: readonly MessageFormatElement[], number = ''): string {
  return `\`${elements.map((element) => part(element, number)).join('')}\``;
}

function part(element: MessageFormatElement, number: string): string {
  switch (element.type) {
    case TYPE.literal:
      return element.value.replace(/[`\\]|\$\{/g, '\\$&');
    case TYPE.argument:
      return `\${${element.value}}`;
    case TYPE.pound:
      return `\${${number}}`;
    case TYPE.select:
    case TYPE.plural: {
      const { type, value, options } = element;
      const cases = Object.entries(options).map(
        ([name, { value: inner }]) => `${JSON.stringify(name)}:${joined(inner, value)}`,
      );
      const chosen = type === TYPE.plural ? `plural(${value})` : value;
      // `=0` and the like come before the categories.
      const exact = type === TYPE.plural ? `t["="+${value}]??` : '';
      return `\${(t=>${exact}t[${chosen}]??t.other)({${cases.join()}})}`;
    }
    default:
      throw new SyntaxError(`{${'value' in element ? element.value : '#'}, …}: not used here`);
  }
}

/** @returns the names of a message's parameters */
export function parametersIn(message: string): Set<string> {
  const names = new Set<string>();
  const visit = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type !== TYPE.literal && element.type !== TYPE.pound) names.add(element.value);
      if (element.type === TYPE.select || element.type === TYPE.plural) {
        for (const { value } of Object.values(element.options)) visit(value);
      }
    }
  };
  visit(parse(message, { ignoreTag: true }));
  return names;
}
