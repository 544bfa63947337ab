/** Just enough XML for JUnit's. */
import { escapeXml, escapeXmlAttribute } from './escape.ts';

type Attributes = Record<string, string | number>;

/** An element of elements. */
export function element(name: string, attributes: Attributes, children: readonly string[]): string {
  return `<${name}${toText(attributes)}>\n${children.map((one) => `${one}\n`).join('')}</${name}>`;
}

/** An element of text; an empty one has none. */
export function leaf(name: string, attributes: Attributes, text = ''): string {
  const start = `<${name}${toText(attributes)}`;
  return text ? `${start}>${escapeXml(text)}</${name}>` : `${start}/>`;
}

function toText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXmlAttribute(String(value))}"`)
    .join('');
}
