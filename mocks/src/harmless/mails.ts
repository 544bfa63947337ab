/** Mail as other colleges send it. */
import type { Mail } from '../data/entities.ts';
import type { World } from '../data/world.ts';
import type { Fault } from '../faults/fault.ts';
import { posts } from '../faults/posts.ts';
import { pause } from '../http/pause.ts';

const lateMs = 500;

/** Another mail to the same person. */
function another(world: World, mail: Mail, subject: string, text: string): Mail {
  const { to, sentAt } = mail;
  return { id: world.newId(), to, sentAt, kind: 'other', subject, text, html: `<p>${text}</p>` };
}

const welcome =
  'Welcome to One Planet College! Choose a good password: it is yours alone. Read https://college.example/help/password and write to help@college.example.';
const newsletter =
  'Our newsletter: how to keep your password safe. Password tips: https://college.example/tips?campaign=A1b2C3d4 Receipt 2025-11-22/0042.';

/** The text and the HTML of a mail written anew. */
function written(mail: Mail, paragraphs: readonly string[]): Mail {
  const html = paragraphs.map((line) => `<p>${line}</p>`).join('');
  return { ...mail, text: paragraphs.join('\n\n'), html };
}

export const mails: readonly Fault[] = [
  posts('mails-late', 'Every mail comes half a second later.', async (mail, send) => {
    void pause(lateMs).then(() => send(mail));
  }),
  posts(
    'mails-others',
    'Between the expected mails come others, with links and the word password.',
    async (mail, send, world) => {
      await send(another(world, mail, 'Welcome', welcome));
      void pause(lateMs).then(() => send(mail));
      await send(another(world, mail, 'Newsletter', newsletter));
    },
  ),
  posts('mails-amharic', 'Mails are in Amharic.', (mail, send) => {
    const { link, temporaryPassword } = mail;
    const [first, second] = link
      ? ['መለያዎን ለማግበር ይህን አድራሻ ይክፈቱ፦', link]
      : ['ጊዜያዊ የይለፍ ቃልዎ፦', temporaryPassword ?? ''];
    return send(
      link || temporaryPassword
        ? written(mail, ['ውድ አመልካች፣', `${first} ${second}`, 'አንድ ፕላኔት ኮሌጅ'])
        : mail,
    );
  }),
  posts('mails-html-only', 'Mails have no plain text.', (mail, send) =>
    send({ ...mail, text: '' }),
  ),
];
