import { useAtomValue } from 'jotai';
import {
  type ChangeEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import {
  keepPages,
  type PhotoPage,
  pagesOf,
  pagesToPdf,
  photoToPage,
  readKeptPages,
} from '../../offline/photos-to-pdf.ts';
import { isTypingKeptAtom, sessionAtom } from '../../site/atoms.ts';
import { formTexts as texts } from '../../texts/form-words.ts';
import { Text } from '../blocks.tsx';
import { Thumbnail } from '../thumbnail.tsx';
import { chooseFile, pendingFiles } from './form-entries.ts';

interface PhotoPagesProps {
  /** The file input in which the PDF is chosen. */
  input: RefObject<HTMLInputElement | null>;
  /** The file in that input. If it is not one that was made here, the photos are dropped. */
  chosenFile: File | undefined;
  /** The name of the form's draft. */
  draft: string;
  /** Whether the server has the file already. */
  isStored: boolean;
}

/** Photos of certificates, which can be turned and ordered, and are made into one PDF. */
export function PhotoPages({ input, chosenFile, draft, isStored }: PhotoPagesProps) {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const isTypingKept = useAtomValue(isTypingKeptAtom);
  const [pages, setPages] = useState<readonly PhotoPage[]>([]);
  const [statusText, setStatusText] = useState('');
  const addInput = useRef<HTMLInputElement>(null);
  const latestPages = useRef(pages);
  /** The button that was pressed. The change may move or remove it, so the focus is set again. */
  const pressedButton = useRef<HTMLElement>(null);
  const { photos } = texts;

  const isOtherFile = chosenFile !== undefined && pagesOf(chosenFile).length === 0;
  useEffect(() => {
    if (!isOtherFile) return;
    latestPages.current = [];
    setPages([]);
    setStatusText('');
    void keepPages(email, draft, []);
  }, [isOtherFile, email, draft]);
  useEffect(() => {
    const { current } = pressedButton;
    pressedButton.current = null;
    if (current && pages.length > 0) (current.isConnected ? current : addInput.current)?.focus();
  }, [pages]);

  /** Shows the pages and chooses their PDF in the input. The form waits for it, so that it sends what is shown. */
  const showPages = async (newPages: readonly PhotoPage[]) => {
    latestPages.current = newPages;
    setPages(newPages);
    if (newPages.length === 0) void keepPages(email, draft, []);
    const file = newPages.length > 0 ? await pagesToPdf(newPages) : undefined;
    if (latestPages.current === newPages && input.current) chooseFile(input.current, file);
  };
  const setPending = (task: Promise<void>) => {
    if (input.current) pendingFiles.set(input.current, task);
  };
  const restore = useEffectEvent(async () => {
    const keptPages = await readKeptPages(email, draft);
    const isEmpty = latestPages.current.length === 0 && !input.current?.files?.length;
    if (isEmpty && keptPages.length > 0)
      await showPages(keptPages).catch(() => setStatusText(photos.failed));
  });
  // A phone may close this page to have memory for its camera.
  useEffect(() => {
    if (!isStored && input.current) pendingFiles.set(input.current, restore());
  }, [isStored, input]);
  // Also when she asks for it after adding photos.
  useEffect(() => {
    if (isTypingKept && pages.length > 0) void keepPages(email, draft, pages);
  }, [isTypingKept, pages, email, draft]);
  const add = async (chosenPhotos: readonly File[]) => {
    const failures: Record<'refused' | 'unreadable', string[]> = { refused: [], unreadable: [] };
    let newPages = latestPages.current;
    // One after the other, because a phone has too little memory for all.
    for (const [index, photo] of chosenPhotos.entries()) {
      setStatusText(photos.making(index + 1, chosenPhotos.length));
      const page = await photoToPage(photo);
      if (typeof page === 'string') failures[page].push(photo.name);
      else newPages = [...newPages, page];
    }
    await showPages(newPages);
    const { refused, unreadable } = failures;
    const messages = [
      refused.length > 0 && photos.refused(refused.join(', ')),
      unreadable.length > 0 && photos.unreadable(unreadable.join(', ')),
    ];
    setStatusText(messages.filter(Boolean).join(' '));
  };
  const onAdd = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const newPhotos = Array.from(currentTarget.files ?? []);
    // Emptied, so that the same photo can be chosen again.
    currentTarget.value = '';
    setPending(add(newPhotos).catch(() => setStatusText(photos.failed)));
  };
  const changePages = (newPages: readonly PhotoPage[], button: HTMLElement) => {
    pressedButton.current = button;
    setPending(showPages(newPages).catch(() => setStatusText(photos.failed)));
  };

  return (
    <div className="photos">
      <p className="hint">{photos.hint}</p>
      {pages.length > 0 && (
        <ol>
          {pages.map((page, index) => (
            <li key={page.id}>
              <Thumbnail {...page} />
              <div className="sheet">
                <p>{photos.page(index + 1, pages.length)}</p>
                {actionsOf(pages, index).map(([name, pagesAfter]) => (
                  <button
                    key={name}
                    type="button"
                    className="button"
                    aria-disabled={!pagesAfter}
                    onClick={({ currentTarget }) =>
                      pagesAfter && changePages(pagesAfter, currentTarget)
                    }
                  >
                    <Text>{photos[name]}</Text>
                    <span className="hidden">{` ${index + 1}`}</span>
                  </button>
                ))}
              </div>
            </li>
          ))}
        </ol>
      )}
      <label className="button">
        <Text>{pages.length > 0 ? photos.more : photos.take}</Text>
        <input
          ref={addInput}
          type="file"
          accept="image/*"
          multiple
          className="hidden"
          onChange={onAdd}
        />
      </label>
      <p role="status">{statusText}</p>
    </div>
  );
}

type Action = 'turn' | 'up' | 'down' | 'remove';

/** @returns the buttons of a page, each with the pages after pressing it; `undefined` if it would change nothing */
function actionsOf(
  pages: readonly PhotoPage[],
  index: number,
): [name: Action, next: readonly PhotoPage[] | undefined][] {
  const swapWith = (otherIndex: number) => {
    const [movedPage, otherPage] = [pages[index], pages[otherIndex]];
    return (
      movedPage &&
      otherPage &&
      pages.map((page, i) => (i === index ? otherPage : i === otherIndex ? movedPage : page))
    );
  };
  const turnedPages = pages.map((page, i) =>
    i === index ? { ...page, turn: (page.turn + 90) % 360 } : page,
  );
  return [
    ['turn', turnedPages],
    ['up', swapWith(index - 1)],
    ['down', swapWith(index + 1)],
    ['remove', pages.filter((_page, i) => i !== index)],
  ];
}
