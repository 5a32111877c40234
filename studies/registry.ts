import { artificialStudy } from './artificial/artificial.js';
import { cleary1996 } from './cleary1996/cleary1996.js';
import { hopeKorb2002 } from './hopeKorb2002/hopeKorb2002.js';
import { hopeKorb2004 } from './hopeKorb2004/hopeKorb2004.js';
import { korb2001 } from './korb2001/korb2001.js';
import type { Study } from './study.js';

/**
 * Every study there is. The first needs no data.
 *
 * @example
 * ```ts
 * import { studies } from 'fairbits/studies';
 *
 * studies.map(({ id }) => id).includes('hope-korb-2004-artificial'); // → true
 * ```
 */
export const studies: readonly Study[] = [artificialStudy, cleary1996, korb2001, hopeKorb2002, hopeKorb2004];

/**
 * The study of an id; undefined if there is none.
 *
 * @example
 * ```ts
 * import { studyOf } from 'fairbits/studies';
 *
 * studyOf('hope-korb-2004-artificial')?.needsData; // → false
 * studyOf('no-such-study'); // → undefined
 * ```
 */
export const studyOf = (id: string): Study | undefined => studies.find((study) => study.id === id);
