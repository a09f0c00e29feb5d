import type { zhcn } from './zhcn.ts'

/** Every text has a key; keys are flat, and the simplified Chinese catalogue defines them. */
export type TextKey = keyof typeof zhcn
export type Catalogue = Record<TextKey, string>
/** The texts of one area in another language: exactly the same keys. */
export type SameKeys<Area> = Record<keyof Area, string>

/** The names of the placeholders of a text. */
export type PlaceholderOf<Key extends TextKey> = Placeholder<(typeof zhcn)[Key]>
type Placeholder<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? NameOf<Name> | Placeholder<Rest>
  : never
type NameOf<Gap extends string> = Gap extends `${infer Name}|${string}` ? Name : Gap
