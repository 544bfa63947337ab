/** An IMAP server with one folder, for tests of the mailbox. Its behaviour can be changed. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

interface ImapBehaviour {
  /** The end of the response to a search, after the tag. */
  searchEnding?: string;
  /** The numbers of the messages every search finds; the messages themselves are not searched. */
  foundNumbers?: string;
  /** The end of the response to a fetch, after the tag. */
  fetchEnding?: string;
  /** The response to a login, after the tag. */
  logInEnding?: string;
  /** Whether NOOP is answered with line after line, and never ended. */
  hasEndlessNoop?: boolean;
}

export interface ImapServer {
  port: number;
  /** The commands it received, in capitals, without their tags. */
  receivedCommands: string[];
  /** Puts a message into the folder. Its number is also its UID. */
  deliverMessage: (message: string) => void;
}

export async function serveImap({
  searchEnding = 'OK done',
  foundNumbers = '',
  fetchEnding = 'OK done',
  hasEndlessNoop = false,
  logInEnding = 'OK done',
}: ImapBehaviour = {}): Promise<ImapServer> {
  const messages: string[] = [];
  const receivedCommands: string[] = [];

  const isInNumberSet = (numberSet: string, number: number) =>
    numberSet.split(',').some((part) => {
      const [from = '', to = from] = part.split(':');
      return number >= Number(from) && (to === '*' || number <= Number(to));
    });
  const makeFetchLines = (numberSet: string, fetchCommand: string): string[] =>
    messages.flatMap((message, messageIndex) => {
      if (!isInNumberSet(numberSet, messageIndex + 1)) return [];
      const requestedSection = /BODY\.PEEK(\[.*?\])/.exec(fetchCommand)?.[1];
      const originMark = fetchCommand.includes('<0.') ? '<0>' : '';
      const text =
        requestedSection === '[HEADER]' ? message.replace(/\r\n\r\n.*/s, '\r\n\r\n') : message;
      const body = requestedSection
        ? ` BODY${requestedSection}${originMark} {${Buffer.byteLength(text)}}\r\n${text}`
        : '';
      return `* ${messageIndex + 1} FETCH (UID ${messageIndex + 1} INTERNALDATE "01-Jan-2030 00:00:00 +0000"${body})`;
    });
  /** @returns the lines of a response; the last one follows the tag */
  const makeResponseLines = (commandLine: string): string[] => {
    const [name = '', ...words] = commandLine.split(' ');
    if (name === 'CAPABILITY') return ['* CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2', 'OK done'];
    if (name === 'LIST') return ['* LIST () "/" INBOX', 'OK done'];
    if (name === 'LOGOUT') return ['* BYE', 'OK done'];
    if (name === 'NOOP') return [`* ${messages.length} EXISTS`, 'OK done'];
    if (name === 'EXAMINE')
      return [`* ${messages.length} EXISTS`, '* OK [UIDVALIDITY 1] valid', 'OK [READ-ONLY] done'];
    if (name === 'FETCH') return [...makeFetchLines(words[0] ?? '', commandLine), fetchEnding];
    if (name === 'UID' && words[0] === 'FETCH')
      return [...makeFetchLines(words[1] ?? '', commandLine), fetchEnding];
    if (name === 'UID') return [`* SEARCH ${foundNumbers}`.trim(), searchEnding];
    return [name === 'LOGIN' || name === 'AUTHENTICATE' ? logInEnding : 'BAD unknown'];
  };

  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.write('* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2] ready\r\n');
    socket.on('data', (data) => {
      for (const line of String(data).split('\r\n').filter(Boolean)) {
        const [tag = '', ...words] = line.split(' ');
        const command = words.join(' ').toUpperCase();
        receivedCommands.push(command);
        if (command === 'NOOP' && hasEndlessNoop) {
          const timer = setInterval(() => socket.write('* 1 EXISTS\r\n'), 10);
          socket.on('close', () => clearInterval(timer));
          continue;
        }
        const lines = makeResponseLines(command);
        const statusLine = lines.pop();
        socket.write([...lines, `${tag} ${statusLine}`, ''].join('\r\n'));
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
    receivedCommands,
    deliverMessage: (message) => void messages.push(message.replace(/\r?\n/g, '\r\n')),
  };
}
