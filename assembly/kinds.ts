// How numbers are written; src/kernels/numberKinds.ts is the same list.

export const U1: i32 = 0;
export const U2: i32 = 1;
export const U4: i32 = 2;
export const U8: i32 = 3;
export const I1: i32 = 4;
export const I2: i32 = 5;
export const I4: i32 = 6;
export const I8: i32 = 7;
export const F2: i32 = 8;
export const F4: i32 = 9;
