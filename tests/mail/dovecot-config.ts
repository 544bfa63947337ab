/** The configuration of the tests' dovecot; version 2.4 (Debian 13) has other setting names than 2.3. */
import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';

const isRoot = process.getuid?.() === 0;
/** Dovecot refuses to read mail as root; as root, the mail belongs to nobody. */
export const owner: { uid: number; gid: number } = isRoot
  ? { uid: 65_534, gid: 65_534 }
  : userInfo();

export interface DovecotSettings {
  /** Holds the certificate, the users and the mail; dovecot writes there what it keeps. */
  folder: string;
  tlsPort: number;
  plainPort: number;
  /** The address that says whose an OAuth 2 token is. */
  identityUrl: string;
}

/** @param version as `dovecot --version` prints it, e.g. `2.3.19.1 (9b53102964)` */
export function dovecotConfig(version: string, settings: DovecotSettings): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > 2 || (major === 2 && minor >= 4);
  return `${isNew ? since24(settings) : until23(settings)}${always(settings)}`;
}

function always({ folder, tlsPort, plainPort }: DovecotSettings): string {
  return `${ownUser()}base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
listen = 127.0.0.1
ssl = yes
auth_failure_delay = 0 secs
auth_mechanisms = plain xoauth2
first_valid_uid = 0
service anvil {
  chroot =
  # No waiting after a refused password.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${plainPort}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
`;
}

/** Without root it must not ask for root's rights. */
function ownUser(): string {
  if (isRoot) return '';
  const { username } = userInfo();
  const group = execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();
  return `default_internal_user = ${username}
default_login_user = ${username}
default_internal_group = ${group}
`;
}

/** The settings for OAuth 2 are in a file of their own: see {@link oauth2Settings}. */
function until23({ folder }: DovecotSettings): string {
  return `protocols = imap
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail
passdb {
  driver = passwd-file
  args = ${folder}/users
}
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${folder}/oauth2.conf
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}/mail
}
`;
}

/** How dovecot learns whose a token is, as Microsoft's and Google's mailboxes do. */
export function oauth2Settings({ identityUrl }: Pick<DovecotSettings, 'identityUrl'>): string {
  return `introspection_mode = auth
introspection_url = ${identityUrl}
username_attribute = email
active_attribute = active
active_value = true
`;
}

/** Its first line must be the version of the configuration. */
function since24({ folder, ...settings }: DovecotSettings): string {
  return `dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
protocols {
  imap = yes
}
ssl_server_cert_file = ${folder}/cert.pem
ssl_server_key_file = ${folder}/key.pem
auth_allow_cleartext = yes
mail_driver = maildir
mail_path = ${folder}/mail
passdb passwd-file {
  passwd_file_path = ${folder}/users
}
oauth2 {
${oauth2Settings(settings)}}
userdb static {
  fields {
    uid = ${owner.uid}
    gid = ${owner.gid}
    home = ${folder}/mail
  }
}
`;
}
