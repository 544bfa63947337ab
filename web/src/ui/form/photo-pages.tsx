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
import { formTexts } from '../../texts/form-words.ts';
import { Text } from '../blocks.tsx';
import { Thumbnail } from '../thumbnail.tsx';
import { chooseFile, pendingFiles } from './form-entries.ts';

const { photos } = formTexts;

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
export function PhotoPages(props: PhotoPagesProps) {
  const { pages, statusText, addPhotos, changePages } = usePhotoPages(props);
  const addInputRef = useRef<HTMLInputElement>(null);
  /** The button that was pressed. The change may move or remove it, so the focus is set again. */
  const pressedButtonRef = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = pressedButtonRef;
    pressedButtonRef.current = null;
    if (current && pages.length > 0) (current.isConnected ? current : addInputRef.current)?.focus();
  }, [pages]);
  const onAdd = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const newPhotos = Array.from(currentTarget.files ?? []);
    // Emptied, so that the same photo can be chosen again.
    currentTarget.value = '';
    addPhotos(newPhotos);
  };
  return (
    <div className="photos">
      <p className="hint">{photos.hint}</p>
      {pages.length > 0 && (
        <PageList
          pages={pages}
          onChange={(newPages, button) => {
            pressedButtonRef.current = button;
            changePages(newPages);
          }}
        />
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

/** The photographed pages, from which the PDF in the file input is made; kept like typed input. */
function usePhotoPages({ inputRef, chosenFile, draftName, isFileStored }: PhotoPagesProps) {
  const site = useSite();
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const isTypingKept = useAtomValue(isTypingKeptAtom);
  const [pages, setPages] = useState<readonly PhotoPage[]>([]);
  const [statusText, setStatusText] = useState('');
  const latestPagesRef = useRef(pages);

  const isOtherFile = chosenFile !== undefined && pagesOf(chosenFile).length === 0;
  useEffect(() => {
    if (!isOtherFile) return;
    latestPagesRef.current = [];
    setPages([]);
    setStatusText('');
    void keepPages(site, email, draftName, []);
  }, [isOtherFile, site, email, draftName]);

  /** Shows the pages and chooses their PDF in the input. */
  const showPages = async (newPages: readonly PhotoPage[]) => {
    latestPagesRef.current = newPages;
    setPages(newPages);
    if (newPages.length === 0) void keepPages(site, email, draftName, []);
    const file =
      newPages.length > 0 ? await (await importPhotosToPdf()).pagesToPdf(newPages) : undefined;
    if (latestPagesRef.current === newPages && inputRef.current) chooseFile(inputRef.current, file);
  };
  /** The form waits for the task, so that it sends what is shown. */
  const runTask = (task: () => Promise<void>) => {
    const taskPromise = task().catch(() => setStatusText(photos.failed));
    if (inputRef.current) pendingFiles.set(inputRef.current, taskPromise);
  };
  const restorePages = useEffectEvent(() =>
    runTask(async () => {
      const keptPages = await readKeptPages(site, email, draftName);
      const isNothingChosen =
        latestPagesRef.current.length === 0 && !inputRef.current?.files?.length;
      if (isNothingChosen && keptPages.length > 0) await showPages(keptPages);
    }),
  );
  // A phone may close this page to have memory for its camera.
  useEffect(() => {
    if (!isFileStored) restorePages();
  }, [isFileStored]);
  // Also when she asks for it after adding photos.
  useEffect(() => {
    if (isTypingKept && pages.length > 0) void keepPages(site, email, draftName, pages);
  }, [isTypingKept, pages, site, email, draftName]);

  const addPhotos = (chosenPhotos: readonly File[]) =>
    runTask(async () => {
      const { newPages, refused, unreadable } = await makePages(chosenPhotos, (photoNumber) =>
        setStatusText(photos.making(photoNumber, chosenPhotos.length)),
      );
      await showPages([...latestPagesRef.current, ...newPages]);
      const messages = [
        refused.length > 0 && photos.refused(refused.join(', ')),
        unreadable.length > 0 && photos.unreadable(unreadable.join(', ')),
      ];
      setStatusText(messages.filter(Boolean).join(' '));
    });
  const changePages = (newPages: readonly PhotoPage[]) => runTask(() => showPages(newPages));
  return { pages, statusText, addPhotos, changePages };
}

/**
 * Makes a page of each photo.
 * @param onPhoto called before each one, with its number from 1
 * @returns the pages, and the names of the photos that are no pictures or could not be read
 */
async function makePages(
  chosenPhotos: readonly File[],
  onPhoto: (photoNumber: number) => void,
): Promise<{ newPages: PhotoPage[] } & Record<'refused' | 'unreadable', string[]>> {
  const newPages: PhotoPage[] = [];
  const failedPhotoNames: Record<'refused' | 'unreadable', string[]> = {
    refused: [],
    unreadable: [],
  };
  // One after the other, because a phone has too little memory for all.
  for (const [index, photo] of chosenPhotos.entries()) {
    onPhoto(index + 1);
    const { photoToPage } = await importPhotosToPdf();
    const pageOrFailure = await photoToPage(photo);
    if (typeof pageOrFailure === 'string') failedPhotoNames[pageOrFailure].push(photo.name);
    else newPages.push(pageOrFailure);
  }
  return { newPages, ...failedPhotoNames };
}

interface PageListProps {
  pages: readonly PhotoPage[];
  /** @param button the one that was pressed */
  onChange: (newPages: readonly PhotoPage[], button: HTMLElement) => void;
}

/** The pages in their order, each with buttons that turn, move and remove it. */
function PageList({ pages, onChange }: PageListProps) {
  return (
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
                onClick={({ currentTarget }) => pagesAfter && onChange(pagesAfter, currentTarget)}
              >
                <Text>{photos[name]}</Text>
                <span className="hidden">{` ${index + 1}`}</span>
              </button>
            ))}
          </div>
        </li>
      ))}
    </ol>
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
