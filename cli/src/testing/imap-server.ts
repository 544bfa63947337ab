/** An IMAP server with one folder, for tests of the mailbox. Its behaviour can be changed. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

interface ImapBehaviour {
  /** The end of the response to a search, after the tag. */
  searchEnds?: string;
  /** The numbers of the messages every search finds; the messages themselves are not searched. */
  finds?: string;
  /** The response to a login, after the tag. */
  logInEnds?: string;
}

export interface ImapServer {
  port: number;
  /** The commands it received, in capitals, without their tags. */
  commands: string[];
  /** Puts a message into the folder. Its number is also its UID. */
  deliver: (message: string) => void;
}

export async function serveImap({
  searchEnds = 'OK done',
  finds = '',
  logInEnds = 'OK done',
}: ImapBehaviour = {}): Promise<ImapServer> {
  const messages: string[] = [];
  const commands: string[] = [];

  const isInSet = (set: string, number: number) =>
    set.split(',').some((part) => {
      const [from = '', to = from] = part.split(':');
      return number >= Number(from) && (to === '*' || number <= Number(to));
    });
  const fetchLines = (set: string, query: string): string[] =>
    messages.flatMap((message, at) => {
      if (!isInSet(set, at + 1)) return [];
      const section = /BODY\.PEEK(\[.*?\])/.exec(query)?.[1];
      const start = query.includes('<0.') ? '<0>' : '';
      const text = section === '[HEADER]' ? message.replace(/\r\n\r\n.*/s, '\r\n\r\n') : message;
      const body = section ? ` BODY${section}${start} {${Buffer.byteLength(text)}}\r\n${text}` : '';
      return `* ${at + 1} FETCH (UID ${at + 1} INTERNALDATE "01-Jan-2030 00:00:00 +0000"${body})`;
    });
  /** @returns the lines of a response; the last one follows the tag */
  const answer = (command: string): string[] => {
    const [name = '', ...words] = command.split(' ');
    if (name === 'CAPABILITY') return ['* CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2', 'OK done'];
    if (name === 'LIST') return ['* LIST () "/" INBOX', 'OK done'];
    if (name === 'LOGOUT') return ['* BYE', 'OK done'];
    if (name === 'NOOP') return [`* ${messages.length} EXISTS`, 'OK done'];
    if (name === 'EXAMINE')
      return [`* ${messages.length} EXISTS`, '* OK [UIDVALIDITY 1] valid', 'OK [READ-ONLY] done'];
    if (name === 'FETCH') return [...fetchLines(words[0] ?? '', command), 'OK done'];
    if (name === 'UID' && words[0] === 'FETCH')
      return [...fetchLines(words[1] ?? '', command), 'OK done'];
    if (name === 'UID') return [`* SEARCH ${finds}`.trim(), searchEnds];
    return [name === 'LOGIN' || name === 'AUTHENTICATE' ? logInEnds : 'BAD unknown'];
  };

  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.write('* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2] ready\r\n');
    socket.on('data', (data) => {
      for (const line of String(data).split('\r\n').filter(Boolean)) {
        const [tag = '', ...words] = line.split(' ');
        const command = words.join(' ').toUpperCase();
        commands.push(command);
        const lines = answer(command);
        const end = lines.pop();
        socket.write([...lines, `${tag} ${end}`, ''].join('\r\n'));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    deliver: (message) => void messages.push(message.replace(/\r?\n/g, '\r\n')),
  };
}
