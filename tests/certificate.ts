import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram, installPackages } from './installed.ts';

export interface Certificate {
  certFile: string;
  keyFile: string;
}

/** Makes a self-signed certificate for 127.0.0.1, valid for two days. @param folder where its files go */
export async function makeCertificate(folder: string): Promise<Certificate> {
  if (!(await findProgram(['openssl'])) && !(await installPackages('openssl'))) {
    throw new Error("No openssl for the tests: install Debian's openssl");
  }
  const certFile = join(folder, 'cert.pem');
  const keyFile = join(folder, 'key.pem');
  const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2';
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  await promisify(execFile)('openssl', [
    ...kind.split(' '),
    ...names,
    ...['-keyout', keyFile, '-out', certFile],
  ]);
  return { certFile, keyFile };
}
