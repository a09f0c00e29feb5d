import type { zhcn } from './zhcn.ts'

/** Every text has a key; keys are flat, and the simplified Chinese catalogue defines them. */
export type TextKey = keyof typeof zhcn
export type Catalogue = Record<TextKey, string>
/** The texts of one area in another language: exactly the same keys. */
export type SameKeys<Area> = Record<keyof Area, string>
