import Fuse from 'fuse.js'
import { searchPathWeight, searchThreshold, searchTitleWeight } from '../../ground/constants.ts'

/** One line of the palette. */
export interface PaletteEntry {
  id: string
  /** Searched first; parents and page joined by a slash. */
  title: string
  /** The address, also searched. */
  path: string
  /** A promise that it returns is not waited for; its failure is shown. */
  run: () => unknown
}

/** Fuzzy search over titles and paths, best first (spec §2, header search). */
export function searchEntries(entries: readonly PaletteEntry[], words: string): PaletteEntry[] {
  const fuse = new Fuse(entries, {
    threshold: searchThreshold,
    ignoreLocation: true,
    keys: [
      { name: 'title', weight: searchTitleWeight },
      { name: 'path', weight: searchPathWeight },
    ],
  })
  return fuse.search(words).map((found) => found.item)
}
