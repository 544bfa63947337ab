import type { Editable } from './documents.ts';

/** One kind of change, made by editing the real document. */
export interface Case {
  says: string;
  edit: (whole: Editable) => void;
  /** The operation it is reported under. */
  in: string;
  /** Whom it breaks, and whom the way back breaks. */
  breaks: string[];
  back: string[];
  told: RegExp;
}

export const clients = ['clients'];
export const backends = ['backends'];
export const both = ['clients', 'backends'];
export const nobody: string[] = [];
