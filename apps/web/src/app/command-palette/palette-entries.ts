import Fuse from 'fuse.js'
import type { ReactNode } from 'react'
import { searchPathWeight, searchThreshold, searchTitleWeight } from '../../ground/constants.ts'

/** One line of the palette. */
export interface PaletteEntry {
  id: string
  /** Searched first; parents and page joined by a slash. */
  title: string
  /** The address, also searched; not shown. */
  path: string
  /** Beside the title. */
  note?: ReactNode
  /** A promise that it returns is not waited for; its failure is shown. */
  run: () => unknown
  /** The next text of the input, instead of running. */
  words?: string
}

/** Whether the pinyin of a Chinese text, whole or by initials, matches Latin letters. */
export type PinyinMatch = (text: string, letters: string) => boolean

/** Fuzzy search over titles and paths, best first (spec §2, header search); then titles whose pinyin matches. */
export function searchEntries(
  entries: readonly PaletteEntry[],
  words: string,
  pinyin?: PinyinMatch,
): PaletteEntry[] {
  const fuse = new Fuse(entries, {
    threshold: searchThreshold,
    ignoreLocation: true,
    keys: [
      { name: 'title', weight: searchTitleWeight },
      { name: 'path', weight: searchPathWeight },
    ],
  })
  const found = fuse.search(words).map(({ item }) => item)
  const letters = words.toLowerCase().replaceAll(/[\s']/g, '')
  if (!pinyin || !/^[a-zü]+$/.test(letters)) return found
  const heard = entries.filter(({ title }) => pinyin(title, letters))
  return [...heard, ...found.filter((entry) => !heard.includes(entry))]
}

/** Something that is done to what follows its name, as in "reboot SZ003". */
export interface Verb {
  id: string
  /** All its names, in any language, in lower case. */
  names: readonly string[]
}

/** The verb that the words begin with, by its longest name, and its object. */
export function splitVerb<V extends Verb>(
  verbs: readonly V[],
  typed: string,
): { verb: V; object: string } | undefined {
  const words = typed.trim().toLowerCase()
  const matches = verbs.flatMap((verb) =>
    verb.names.filter((name) => startsWithName(words, name)).map((name) => ({ verb, name })),
  )
  const [best] = matches.sort((a, b) => b.name.length - a.name.length)
  return best && { verb: best.verb, object: typed.trim().slice(best.name.length).trim() }
}

/** Names in Latin letters end at a space; Chinese ones need none. */
function startsWithName(words: string, name: string): boolean {
  if (!words.startsWith(name)) return false
  return words.length === name.length || words[name.length] === ' ' || !/[a-z]$/.test(name)
}

/** `X on group A`: the group that follows one of these words. */
export function splitTarget(object: string, links: readonly string[]): { name: string; group?: string } {
  for (const link of links) {
    const at = object.toLowerCase().indexOf(link)
    if (at > 0) return { name: object.slice(0, at).trim(), group: object.slice(at + link.length).trim() }
  }
  return { name: object }
}
