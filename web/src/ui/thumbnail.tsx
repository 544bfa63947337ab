import { useEffect, useState } from 'react';
import type { ChosenFile } from '../offline/file-to-send.ts';
import { pagesOf } from '../offline/pdf-pages.ts';

/** @returns an object URL of a file; `undefined` without a file, and until it is created */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const objectUrl = URL.createObjectURL(file);
    setAddress(objectUrl);
    return () => {
      URL.revokeObjectURL(objectUrl);
      setAddress(undefined);
    };
  }, [file]);
  return address;
}

export interface ShownPicture {
  /** `undefined` while it is being made. */
  picture: Blob | undefined;
  /** Clockwise, in degrees. */
  turn?: number;
}

/** @param contentType e.g. `image/png` */
export function isPicture(contentType = ''): boolean {
  return contentType.startsWith('image/');
}

/** @returns the pictures to show of a chosen file: the file itself, or those that a PDF was made of */
export function picturesOf({
  file,
  data,
  content: contentType,
}: Partial<ChosenFile>): readonly ShownPicture[] {
  return isPicture(contentType) && data ? [{ picture: data }] : pagesOf(file);
}

/** A small picture of a chosen file, whose name stands beside it. */
export function Thumbnail({ picture, turn = 0 }: ShownPicture) {
  const objectUrl = useObjectUrl(picture);
  return (
    <span className="thumbnail" data-turn={turn}>
      {objectUrl && <img src={objectUrl} alt="" decoding="async" />}
    </span>
  );
}
