import { artificialStudy } from './artificial/artificial.js';
import type { Study } from './study.js';

/** Every study there is. The first needs no data. */
export const studies: readonly Study[] = [artificialStudy];

export const studyOf = (id: string): Study | undefined => studies.find((study) => study.id === id);
