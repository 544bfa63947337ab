/** The certificate of an https server. */
import { once } from 'node:events';
import { connect } from 'node:tls';
import { TimeLimit } from '../core/interruption.ts';
import { formatCountedNoun } from '../core/text.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A certificate that is good for fewer days is worth a warning. */
export const minCertificateDays = 14;

/**
 * @param url of an https server
 * @returns when its certificate expires
 * @throws {Error} when no secure connection is made in time
 */
export async function readCertificateEnd(
  { hostname, port }: URL,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<Date> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const timeLimit = new TimeLimit(timeoutMs, signal);
  // Every other request fails where the certificate is not trusted.
  const socket = connect({
    host,
    port: Number(port || 443),
    rejectUnauthorized: false,
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
  });
  try {
    await once(socket, 'secureConnect', { signal: timeLimit.signal });
    return new Date(socket.getPeerCertificate().valid_to);
  } catch (error) {
    throw timeLimit.isOver ? new Error(`it took more than ${timeoutMs / 1000} s`) : error;
  } finally {
    timeLimit.endTimeLimit();
    socket.destroy();
  }
}

/** @returns whole days until the certificate expires, and the same in words, e.g. `61 days left, until 2027-01-23` */
export function describeValidity(certificateEnd: Date): { daysLeft: number; validityText: string } {
  const daysLeft = Math.floor((certificateEnd.getTime() - Date.now()) / dayMs);
  const endDay = certificateEnd.toISOString().slice(0, 10);
  return { daysLeft, validityText: `${formatCountedNoun(daysLeft, 'day')} left, until ${endDay}` };
}
