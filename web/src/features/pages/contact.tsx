import { Link } from 'wouter';
import { paths } from '../../routes.ts';
import { ContactDetails } from '../../ui/contact-details.tsx';
import { Heading } from '../../ui/heading.tsx';
import { contact as texts } from './words.ts';

/** `/Contact`: how to reach the college. The specification shows no content for it (section 2). */
export function Contact() {
  const { ready, account } = texts;
  return (
    <div className="page">
      <Heading>{texts.title}</Heading>
      <p className="lead">{texts.lead}</p>
      <div className="two">
        <div>
          <section>
            <h2>{texts.reach}</h2>
            <ContactDetails />
          </section>
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
        </div>
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
    </div>
  );
}
