import { useEffect, useState } from 'react';

/** @returns the address under which this page can show a file that it holds; nothing until it is made, or for no file */
export function useFileAddress(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [file]);
  return address;
}

export interface Shown {
  /** Nothing while it is being made. */
  picture: Blob | undefined;
  /** Clockwise, in degrees. */
  turn?: number;
}

/** A small picture of what was chosen; its name stands beside it. */
export function Thumbnail({ picture, turn = 0 }: Shown) {
  const address = useFileAddress(picture);
  return (
    <span className="thumbnail" data-turn={turn}>
      {address && <img src={address} alt="" decoding="async" />}
    </span>
  );
}
