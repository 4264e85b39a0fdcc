/** The same with fields that may be written: for what is put together step by step. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
