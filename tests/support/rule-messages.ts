import { z } from 'zod';
import * as forms from '../../contract/src/forms.ts';

const formSchemaNames = Object.keys(forms).filter((name) => name.endsWith('Form'));

/** Values that break different rules, whichever field they are typed into. */
const ruleBreakingValues = [
  ...[undefined, '', true, `${new Date().getFullYear() - 1}-01-01`, 'x'.repeat(50)],
  ...'a 1 12345678901234567 Ab1 abcdefgh Abcdefg1 a1 !! Other'.split(' '),
  ...'2999-01-01 2024-02-30 2020-01-01'.split(' '),
  ...['a.txt', 'a.png', 'a.pdf'].map((fileName) => ({ name: fileName, size: 1e9 })),
  { name: 'a.gif', size: 1, content: 'image/gif' },
  ...['a.png', 'a.pdf'].flatMap((name) => [
    { name, size: 1, fault: 'cut' },
    { name, size: 1, shorterSidePx: 1 },
  ]),
];

/** @returns every English message that the rules of forms can give, sorted */
export function collectRuleMessages(): string[] {
  const messages = new Set<string>([forms.resetMismatchMessage]);
  for (const name of formSchemaNames) {
    const formSchema = z.instanceof(z.ZodType).parse(Reflect.get(forms, name));
    const addMessagesAndReturnFields = (formValues: object) => {
      const { issues = [] } = formSchema.safeParse(formValues).error ?? {};
      for (const { message } of issues) messages.add(message);
      return issues.map(({ path: [field] }) => String(field));
    };
    for (const field of addMessagesAndReturnFields({})) {
      for (const value of ruleBreakingValues) addMessagesAndReturnFields({ [field]: value });
    }
    // Rules across fields: two passwords, and two years.
    addMessagesAndReturnFields({ password: 'Abcdefg1', confirmPassword: 'Abcdefg2' });
    addMessagesAndReturnFields({ grade10Year: '2019', grade12Year: '2020' });
  }
  return [...messages].filter((message) => message !== 'Required').sort();
}
