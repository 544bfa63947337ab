import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CliError, findSystemErrorCode } from './exit.ts';

export interface Listening {
  url: string;
  close: () => Promise<void>;
}

/**
 * Starts a server on this machine.
 * @param portNumber 0 for a free one
 * @throws the system's error when the port is not available
 */
export async function listen(server: Server, portNumber: number): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(portNumber, '127.0.0.1', resolve);
  });
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${boundPort}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A port number, and whether the user asked for it. If not, any other port will do. */
export interface Port {
  number: number;
  isRequired: boolean;
  portOption: string;
}

/**
 * Starts something on a port, or on a free one if the port is taken and the user did not ask for it.
 * @throws {CliError} (exit 2) that names the option
 */
export async function startOnPort<T>(
  port: Port,
  startServer: (port: number) => Promise<T>,
): Promise<T> {
  try {
    return await startServer(port.number);
  } catch (error) {
    const systemErrorCode = findSystemErrorCode(error);
    if (systemErrorCode === 'EADDRINUSE' && !port.isRequired) return startServer(0);
    if (systemErrorCode !== 'EADDRINUSE' && systemErrorCode !== 'EACCES') throw error;
    const reasonText =
      systemErrorCode === 'EACCES' ? 'may not be used without special rights' : 'is already in use';
    throw new CliError(
      `port ${port.number} ${reasonText}: choose another one with ${port.portOption}, or a free one with ${port.portOption} 0`,
    );
  }
}
