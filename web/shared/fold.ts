import { invisible } from './forms/characters'

const sounds: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'eəеэә',
    'sсшщц',
    'cчҹ',
    'gqгғҝ',
    'iиыı',
    'oоө',
    'uуюү',
    'aая',
    'bб',
    'vв',
    'dд',
    'jж',
    'zз',
    'yј',
    'kк',
    'lл',
    'mм',
    'nн',
    'pп',
    'rр',
    'tт',
    'fф',
    'xх',
    'hһ',
  ].flatMap(([latin = '', ...letters]) => letters.map((letter) => [letter, latin])),
)

/**
 * Folds a text for search: lower case, without diacritics, Cyrillic as Latin by sound. The services implement the same rule;
 * `folding.json` tests both.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/и\u0306/g, 'y')
    .replace(/[ъь]|[\u0300-\u036f]/g, '')
    .replace(invisible, '')
    .replace(/[q\u0080-\uffff]/g, (letter) => sounds[letter] ?? letter)
