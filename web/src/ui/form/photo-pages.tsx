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
import { keepsTypingAtom, sessionAtom } from '../../site/atoms.ts';
import { formTexts as texts } from '../../texts/form-words.ts';
import { Text } from '../blocks.tsx';
import { Thumbnail } from '../thumbnail.tsx';
import { choose, making } from './form-entries.ts';

interface PhotoPagesProps {
  /** The field that gets the PDF, as if it was chosen there. */
  input: RefObject<HTMLInputElement | null>;
  /** What stands in it: another file than the one made here puts the photos away. */
  chosen: File | undefined;
  /** The form's draft. */
  draft: string;
  /** True where the server has the file already. */
  isStored: boolean;
}

/** Photos of certificates, taken or chosen, turned, put in order, and made into one PDF. */
export function PhotoPages({ input, chosen, draft, isStored }: PhotoPagesProps) {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const keeps = useAtomValue(keepsTypingAtom);
  const [pages, setPages] = useState<readonly PhotoPage[]>([]);
  const [said, setSaid] = useState('');
  const adding = useRef<HTMLInputElement>(null);
  const latest = useRef(pages);
  /** The button that was pressed, which may have moved, or be gone. */
  const focus = useRef<HTMLElement>(null);
  const { photos } = texts;

  const isOther = chosen !== undefined && pagesOf(chosen).length === 0;
  useEffect(() => {
    if (!isOther) return;
    latest.current = [];
    setPages([]);
    setSaid('');
    void keepPages(email, draft, []);
  }, [isOther, email, draft]);
  useEffect(() => {
    const { current } = focus;
    focus.current = null;
    if (current && pages.length > 0) (current.isConnected ? current : adding.current)?.focus();
  }, [pages]);

  /** Everything waits for it: what is sent is what is shown. */
  const show = async (next: readonly PhotoPage[]) => {
    latest.current = next;
    setPages(next);
    if (next.length === 0) void keepPages(email, draft, []);
    const file = next.length > 0 ? await pagesToPdf(next) : undefined;
    if (latest.current === next && input.current) choose(input.current, file);
  };
  const meanwhile = (work: Promise<void>) => {
    if (input.current) making.set(input.current, work);
  };
  const restore = useEffectEvent(async () => {
    const kept = await readKeptPages(email, draft);
    const isEmpty = latest.current.length === 0 && !input.current?.files?.length;
    if (isEmpty && kept.length > 0) await show(kept).catch(() => setSaid(photos.failed));
  });
  // A phone that takes a photo may have to close this page for it.
  useEffect(() => {
    if (!isStored && input.current) making.set(input.current, restore());
  }, [isStored, input]);
  // Also once she wishes it.
  useEffect(() => {
    if (keeps && pages.length > 0) void keepPages(email, draft, pages);
  }, [keeps, pages, email, draft]);
  const add = async (chosenPhotos: readonly File[]) => {
    const failures: Record<'refused' | 'unreadable', string[]> = { refused: [], unreadable: [] };
    let next = latest.current;
    // One after the other: a phone has not the memory for all.
    for (const [at, photo] of chosenPhotos.entries()) {
      setSaid(photos.making(at + 1, chosenPhotos.length));
      const page = await photoToPage(photo);
      if (typeof page === 'string') failures[page].push(photo.name);
      else next = [...next, page];
    }
    await show(next);
    const { refused, unreadable } = failures;
    const messages = [
      refused.length > 0 && photos.refused(refused.join(', ')),
      unreadable.length > 0 && photos.unreadable(unreadable.join(', ')),
    ];
    setSaid(messages.filter(Boolean).join(' '));
  };
  const onAdd = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const taken = Array.from(currentTarget.files ?? []);
    // The same photo may be taken again.
    currentTarget.value = '';
    meanwhile(add(taken).catch(() => setSaid(photos.failed)));
  };
  const change = (next: readonly PhotoPage[], button: HTMLElement) => {
    focus.current = button;
    meanwhile(show(next).catch(() => setSaid(photos.failed)));
  };

  return (
    <div className="photos">
      <p className="hint">{photos.hint}</p>
      {pages.length > 0 && (
        <ol>
          {pages.map((page, at) => (
            <li key={page.id}>
              <Thumbnail {...page} />
              <div className="sheet">
                <p>{photos.page(at + 1, pages.length)}</p>
                {actionsOf(pages, at).map(([name, next]) => (
                  <button
                    key={name}
                    type="button"
                    className="button"
                    aria-disabled={!next}
                    onClick={({ currentTarget }) => next && change(next, currentTarget)}
                  >
                    <Text>{photos[name]}</Text>
                    <span className="hidden">{` ${at + 1}`}</span>
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
          ref={adding}
          type="file"
          accept="image/*"
          multiple
          className="hidden"
          onChange={onAdd}
        />
      </label>
      <p role="status">{said}</p>
    </div>
  );
}

type Action = 'turn' | 'up' | 'down' | 'remove';

/** @returns the buttons of a page, each with the pages as they are after it; nothing where it does nothing */
function actionsOf(
  pages: readonly PhotoPage[],
  at: number,
): [name: Action, next: readonly PhotoPage[] | undefined][] {
  const swapped = (to: number) => {
    const [one, other] = [pages[at], pages[to]];
    return one && other && pages.map((page, i) => (i === at ? other : i === to ? one : page));
  };
  const turned = pages.map((page, i) =>
    i === at ? { ...page, turn: (page.turn + 90) % 360 } : page,
  );
  return [
    ['turn', turned],
    ['up', swapped(at - 1)],
    ['down', swapped(at + 1)],
    ['remove', pages.filter((_page, i) => i !== at)],
  ];
}
