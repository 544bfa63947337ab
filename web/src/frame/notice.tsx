import { Link, useLocation } from 'wouter';
import { paths } from '../routes.ts';
import { useSite } from '../site/site.ts';
import { useValue } from '../site/value.ts';
import { Text } from '../ui/text.tsx';
import { texts } from '../words/frame.ts';

/** A line above the page, e.g. that the session has ended, with a way to log in. */
export function Notice() {
  const site = useSite();
  const notice = useValue(site.notice);
  const [path] = useLocation();
  const isLogin = path.toLowerCase() === paths.login;
  return (
    <div role="status">
      {notice && (
        <div className="notice">
          <p>
            <Text>{notice.text}</Text>{' '}
            {notice.logIn && !isLogin && <Link to={notice.logIn}>{texts.logIn}</Link>}
          </p>
          <button
            type="button"
            className="cross"
            aria-label={texts.dismiss}
            onClick={() => site.notice.set(null)}
          />
        </div>
      )}
    </div>
  );
}
