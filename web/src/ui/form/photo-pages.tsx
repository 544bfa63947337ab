import { useAtomValue } from 'jotai';
import {
  type ChangeEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { keepPages, type PhotoPage, pagesOf, readKeptPages } from '../../offline/pdf-pages.ts';
import { isTypingKeptAtom, sessionAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { formTexts as texts } from '../../texts/form-words.ts';
import { Text } from '../blocks.tsx';
import { Thumbnail } from '../thumbnail.tsx';
import { chooseFile, pendingFiles } from './form-entries.ts';

/** Loaded only when photos are chosen: most visits never need it. */
const importPhotosToPdf = () => import('../../offline/photos-to-pdf.ts');

interface PhotoPagesProps {
  /** The file input in which the PDF is chosen. */
  inputRef: RefObject<HTMLInputElement | null>;
  /** The file in that input. If it is not one that was made here, the photos are dropped. */
  chosenFile: File | undefined;
  /** The name of the form's draft. */
  draftName: string;
  /** Whether the server has the file already. */
  isFileStored: boolean;
}

/** Photos of certificates, which can be turned and ordered, and are made into one PDF. */
export function PhotoPages({ inputRef, chosenFile, draftName, isFileStored }: PhotoPagesProps) {
  const site = useSite();
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const isTypingKept = useAtomValue(isTypingKeptAtom);
  const [pages, setPages] = useState<readonly PhotoPage[]>([]);
  const [statusText, setStatusText] = useState('');
  const addInputRef = useRef<HTMLInputElement>(null);
  const latestPagesRef = useRef(pages);
  /** The button that was pressed. The change may move or remove it, so the focus is set again. */
  const pressedButtonRef = useRef<HTMLElement>(null);
  const { photos } = texts;

  const isOtherFile = chosenFile !== undefined && pagesOf(chosenFile).length === 0;
  useEffect(() => {
    if (!isOtherFile) return;
    latestPagesRef.current = [];
    setPages([]);
    setStatusText('');
    void keepPages(site, email, draftName, []);
  }, [isOtherFile, site, email, draftName]);
  useEffect(() => {
    const { current } = pressedButtonRef;
    pressedButtonRef.current = null;
    if (current && pages.length > 0) (current.isConnected ? current : addInputRef.current)?.focus();
  }, [pages]);

  /** Shows the pages and chooses their PDF in the input. The form waits for it, so that it sends what is shown. */
  const showPages = async (newPages: readonly PhotoPage[]) => {
    latestPagesRef.current = newPages;
    setPages(newPages);
    if (newPages.length === 0) void keepPages(site, email, draftName, []);
    const file =
      newPages.length > 0 ? await (await importPhotosToPdf()).pagesToPdf(newPages) : undefined;
    if (latestPagesRef.current === newPages && inputRef.current) chooseFile(inputRef.current, file);
  };
  const setPendingTask = (pendingTask: Promise<void>) => {
    if (inputRef.current) pendingFiles.set(inputRef.current, pendingTask);
  };
  const restorePages = useEffectEvent(async () => {
    const keptPages = await readKeptPages(site, email, draftName);
    const isNothingChosen = latestPagesRef.current.length === 0 && !inputRef.current?.files?.length;
    if (isNothingChosen && keptPages.length > 0)
      await showPages(keptPages).catch(() => setStatusText(photos.failed));
  });
  // A phone may close this page to have memory for its camera.
  useEffect(() => {
    if (!isFileStored && inputRef.current) pendingFiles.set(inputRef.current, restorePages());
  }, [isFileStored, inputRef]);
  // Also when she asks for it after adding photos.
  useEffect(() => {
    if (isTypingKept && pages.length > 0) void keepPages(site, email, draftName, pages);
  }, [isTypingKept, pages, site, email, draftName]);
  const addPhotos = async (chosenPhotos: readonly File[]) => {
    const failedPhotoNames: Record<'refused' | 'unreadable', string[]> = {
      refused: [],
      unreadable: [],
    };
    let newPages = latestPagesRef.current;
    // One after the other, because a phone has too little memory for all.
    for (const [index, photo] of chosenPhotos.entries()) {
      setStatusText(photos.making(index + 1, chosenPhotos.length));
      const { photoToPage } = await importPhotosToPdf();
      const pageOrFailure = await photoToPage(photo);
      if (typeof pageOrFailure === 'string') failedPhotoNames[pageOrFailure].push(photo.name);
      else newPages = [...newPages, pageOrFailure];
    }
    await showPages(newPages);
    const { refused, unreadable } = failedPhotoNames;
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
    setPendingTask(addPhotos(newPhotos).catch(() => setStatusText(photos.failed)));
  };
  const changePages = (newPages: readonly PhotoPage[], button: HTMLElement) => {
    pressedButtonRef.current = button;
    setPendingTask(showPages(newPages).catch(() => setStatusText(photos.failed)));
  };

  return (
    <div className="photos">
      <p className="hint">{photos.hint}</p>
      {pages.length > 0 && (
        <ol>
          {pages.map((page, index) => (
            <li key={page.pageId}>
              <Thumbnail {...page} />
              <div className="sheet">
                <p>{photos.page(index + 1, pages.length)}</p>
                {listPageActions(pages, index).map(([name, pagesAfter]) => (
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
          ref={addInputRef}
          type="file"
          accept="image/*"
          multiple
          className="hidden"
          // Loaded while she takes or looks for the photos.
          onFocus={() => void importPhotosToPdf().catch(() => {})}
          onChange={onAdd}
        />
      </label>
      <p role="status">{statusText}</p>
    </div>
  );
}

type Action = 'turn' | 'up' | 'down' | 'remove';

/** @returns the buttons of a page, each with the pages after pressing it; `undefined` if it would change nothing */
function listPageActions(
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
