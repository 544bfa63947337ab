import { useState } from 'react';
import { Banner } from '../../src/frame/banner.tsx';
import { Toast } from '../../src/ui/copy/toast.tsx';
import { useMessageDialog } from '../../src/ui/form/message-dialog.tsx';
import { Retry } from '../../src/ui/retry.tsx';
import { Skeleton } from '../../src/ui/skeleton.tsx';
import { texts } from '../../src/words/frame.ts';
import { Section, Specimen, Specimens } from './section.tsx';

const nothing = () => {};
const copied = { text: 'The account number is copied.' };
const forever = 2 ** 31 - 1;

/** What the site says by itself. */
export function Messages() {
  return (
    <>
      <Section
        id="messages"
        title="Messages"
        note="What went wrong, what is on its way, and what to do about it. Never by colour alone."
      >
        <Specimens>
          <Specimen name="banner: above every page, until dismissed">
            <Banner />
          </Specimen>
          <Specimen name="notice: outlives a change of page">
            <div className="notice">
              <p>
                {texts.sessionEnded} <a href="#messages">{texts.logIn}</a>
              </p>
              <button type="button" className="cross" aria-label={texts.dismiss} />
            </div>
          </Specimen>
          <Specimen name="retry: in the place of what is missing">
            <Retry text={texts.programsFailed} again={nothing} />
          </Specimen>
          <Specimen name="toast: goes by itself">
            <div className="frame-of-fixed">
              <Toast said={copied} lasts={forever} onGone={nothing} />
            </div>
          </Specimen>
          <Specimen name="skeleton: as tall as what comes">
            <Skeleton />
          </Specimen>
          <Specimen name="spinner: somebody else's site is opened">
            <span className="spinner" />
          </Specimen>
        </Specimens>
      </Section>
      <Dialogs />
    </>
  );
}

function Dialogs() {
  const [dialog, tell] = useMessageDialog();
  const [isDrawn, setDrawn] = useState(true);
  return (
    <Section id="dialogs" title="Dialogs" note="For what needs an answer now; Escape closes them.">
      <Specimens>
        <Specimen name="opened by a button">
          <button
            type="button"
            className="button"
            onClick={() => tell('Please check your internet connection.')}
          >
            Open a dialog
          </button>
          {dialog}
        </Specimen>
        <Specimen name="drawn open">
          <dialog className="drawn" open={isDrawn} aria-label="Error">
            <h2>Error</h2>
            <p>This e-mail address is registered already. Log in, or reset your password.</p>
            <form>
              <button type="button" className="button primary" onClick={() => setDrawn(false)}>
                Close
              </button>
            </form>
          </dialog>
        </Specimen>
      </Specimens>
    </Section>
  );
}
