/** HTML that cannot hold what was not escaped: whatever is put into a template is text, unless it is `Html`. */
import { escapeHtml } from '../escape.ts';

export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Value = Html | readonly Html[] | string | number | undefined;

/** A template of HTML; `undefined` is nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(toSource)));
}

function toSource(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.source;
  if (typeof value === 'object') return value.map(({ source }) => source).join('\n');
  return escapeHtml(String(value));
}
