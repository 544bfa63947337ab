/** What happens outside of the site while somebody applies: the mails she gets, what staff decide, what is right. */
import type { StaffDecision } from '@one-planet/contract';

interface Mail {
  subject?: string;
  link?: string;
  temporaryPassword?: string;
}

export interface Office {
  /** The mails to an address, newest first. */
  mails(email: string): Promise<Mail[]>;
  decide(decision: StaffDecision, email: string): Promise<void>;
  /** The right answers of the test, by question. */
  answerKey(): Promise<ReadonlyMap<string, string>>;
}

/** The pages of the mock backend. @param origin of the backend */
export function mockOffice(origin: string): Office {
  const pages = `${origin}/_mock`;
  return {
    mails: (email) => read(`${pages}/outbox.json?to=${encodeURIComponent(email)}`),
    decide: async (decision, email) => {
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const body = JSON.stringify({ email });
      await send(`${pages}/staff/${decision}`, { method: 'POST', headers, body });
    },
    answerKey: once(async () => {
      const key = await read<{ questionText: string; choiceText: string }[]>(
        `${pages}/exam-key.json`,
      );
      return new Map(key.map(({ questionText, choiceText }) => [questionText, choiceText]));
    }),
  };
}

/** What the second backend offers beside its API. @param origin of the backend */
export function secondOffice(origin: string): Office {
  const ops = `${origin}/ops`;
  return {
    mails: async (email) => {
      const mails = await read<{ kind: string; text: string }[]>(
        `${ops}/mail?to=${encodeURIComponent(email)}`,
      );
      return mails.map(({ text }) => {
        const [link] = /https?:\/\/\S+/.exec(text) ?? [];
        // A password stands alone on a line.
        const [temporaryPassword] = /^\S{8,}$/m.exec(text) ?? [];
        return link ? { link } : temporaryPassword ? { temporaryPassword } : {};
      });
    },
    decide: async (decision, email) => {
      const address = `${ops}/staff/${decision}?email=${encodeURIComponent(email)}`;
      await send(address, { method: 'POST' });
    },
    answerKey: once(
      async () =>
        new Map(Object.entries(await read<Record<string, string>>(`${ops}/exam-key.json`))),
    ),
  };
}

async function read<T>(address: string): Promise<T> {
  return (await (await send(address)).json()) as T;
}

async function send(address: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(address, init);
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
