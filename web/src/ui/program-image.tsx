import { useState } from 'react';
import accounting from '../pictures/accounting.svg';
import agriculture from '../pictures/agriculture.svg';
import banking from '../pictures/banking.svg';
import data from '../pictures/data.svg';
import education from '../pictures/education.svg';
import entrepreneurship from '../pictures/entrepreneurship.svg';
import finance from '../pictures/finance.svg';
import health from '../pictures/health.svg';
import languages from '../pictures/languages.svg';
import law from '../pictures/law.svg';
import management from '../pictures/management.svg';
import programme from '../pictures/programme.svg';
import socialWork from '../pictures/social-work.svg';
import technology from '../pictures/technology.svg';

interface ProgramImageProps {
  /** The name of the program. */
  name: string;
  /** The program's picture, see `makePictureUrl`. */
  pictureBase64: string;
  /** True if it is visible when the page opens, so that it is not loaded lazily. */
  isVisibleAtOnce?: boolean;
}

/** A program's picture. If it has none, or a broken one, the drawing for its field of study is shown. */
export function ProgramImage({ name, pictureBase64, isVisibleAtOnce = false }: ProgramImageProps) {
  const [isBroken, setBroken] = useState(false);
  return (
    <img
      className="program-image"
      src={pictureBase64 && !isBroken ? makePictureUrl(pictureBase64) : pictureOfProgram(name)}
      alt=""
      width="480"
      height="300"
      decoding="async"
      loading={isVisibleAtOnce ? 'eager' : 'lazy'}
      onError={() => setBroken(true)}
    />
  );
}

// The first letters of the base64 of each picture type.
const imageTypesByStart: readonly [base64Start: string, type: string][] = [
  ['/9j/', 'jpeg'],
  ['R0lG', 'gif'],
  ['UklG', 'webp'],
  ['PHN2', 'svg+xml'],
  ['PD94', 'svg+xml'],
];

/** @returns the picture as a data URL; what is an address already is returned unchanged */
export function makePictureUrl(base64: string): string {
  // `/assets/` is a file of the build; no picture's base64 begins like that.
  if (base64.startsWith('data:image/') || base64.startsWith('/assets/')) return base64;
  const type =
    imageTypesByStart.find(([base64Start]) => base64.startsWith(base64Start))?.[1] ?? 'png';
  return `data:image/${type};base64,${base64}`;
}

/** The drawing of each field of study, by the words in a program's name; the first match counts. */
const picturesByFieldOfStudy: readonly [pattern: RegExp, picture: string][] = [
  [/account.*financ|financ.*account/, finance],
  [/account|audit|bookkeep|tax/, accounting],
  [/bank|financ|insur|invest/, banking],
  [/data|statist|analytic|mathemat|artificial/, data],
  [/entrepreneur|innovat|start-?up|trade|retail|shop/, entrepreneurship],
  [/social work|sociolog|psycholog|counsel|communit|theolog|gender|social/, socialWork],
  [/health|nurs|medic|pharma|nutrition|midwif/, health],
  [/educat|teach|pedagog|childhood|school/, education],
  [/law|legal|justice|human rights/, law],
  [/agri|farm|forest|environment|climate|rural|animal|crop|coffee/, agriculture],
  [/language|english|amharic|oromo|literatur|journalis|translat|linguist/, languages],
  [/comput|software|information|technolog|engineer|network|cyber|web|digital|electr/, technology],
  [
    /manag|business|administ|leader|project|human resource|market|econom|logistic|tourism|hotel/,
    management,
  ],
];

/** @returns the address of the drawing for a program's name; a general one if no field of study matches */
export function pictureOfProgram(name: string): string {
  const lowerCaseName = name.toLowerCase();
  return picturesByFieldOfStudy.find(([pattern]) => pattern.test(lowerCaseName))?.[1] ?? programme;
}
