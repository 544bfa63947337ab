import { type ReactNode, useState } from 'react';
import { texts } from '../../words/forms.ts';
import { Dialog } from './dialog.tsx';

interface Told {
  title: string;
  text: string;
  onClose?: () => void;
}

/**
 * The dialog of something that went wrong.
 * @returns the dialog, or nothing, and what opens it; its title is `Error` where none is given
 */
export function useProblem(): [
  dialog: ReactNode,
  tell: (text: string, more?: Partial<Omit<Told, 'text'>>) => void,
] {
  const [told, setTold] = useState<Told>();
  const close = () => {
    setTold(undefined);
    told?.onClose?.();
  };
  const dialog = told && (
    <Dialog title={told.title} onClose={close}>
      <p>{told.text}</p>
    </Dialog>
  );
  return [dialog, (text, more) => setTold({ title: texts.error, text, ...more })];
}
