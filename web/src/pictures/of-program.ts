import accounting from './accounting.svg';
import agriculture from './agriculture.svg';
import banking from './banking.svg';
import data from './data.svg';
import education from './education.svg';
import entrepreneurship from './entrepreneurship.svg';
import health from './health.svg';
import languages from './languages.svg';
import law from './law.svg';
import management from './management.svg';
import programme from './programme.svg';
import socialWork from './social-work.svg';
import technology from './technology.svg';

/** What a program is about, by the words in its name; the first that fits counts. */
const kinds: readonly [words: RegExp, picture: string][] = [
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

/** @returns the address of the picture that fits a program's name; one that fits any where none does */
export function pictureOfProgram(name: string): string {
  const lower = name.toLowerCase();
  return kinds.find(([words]) => words.test(lower))?.[1] ?? programme;
}
