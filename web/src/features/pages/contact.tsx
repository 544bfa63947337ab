import { Link } from 'wouter';
import { useQuestions } from '../../content/questions.ts';
import picture from '../../pictures/mail.svg';
import { paths } from '../../routes.ts';
import { Heading } from '../../ui/heading.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Questions } from '../../ui/questions.tsx';
import { Ways } from './ways.tsx';
import { contact as texts } from './words.ts';

/** `/Contact`: how to reach the college. The specification shows no content for it (section 2). */
export function Contact() {
  const { ready, account } = texts;
  return (
    <div className="page">
      <div className="with-picture">
        <div>
          <Heading>{texts.title}</Heading>
          <p className="lead">{texts.lead}</p>
        </div>
        <Picture src={picture} />
      </div>
      <Ways />
      <div className="two">
        <section>
          <h2>{account.title}</h2>
          <p>{account.text}</p>
          <ul>
            <li>
              <Link to={paths.resendEmail}>{account.resend}</Link>
            </li>
            <li>
              <Link to={paths.forgotPassword}>{account.forgot}</Link>
            </li>
          </ul>
        </section>
        <section className="panel">
          <h2>{ready.title}</h2>
          <p>{ready.text}</p>
          <ul>
            {ready.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
          <p>{ready.never}</p>
        </section>
      </div>
      <Questions questions={useQuestions()} isContact />
    </div>
  );
}
