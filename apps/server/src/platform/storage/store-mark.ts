import { z } from 'zod'

/** The file that identifies a store. */
export const markName = 'fleetdeck-store.json'

const StoreMark = z.object({ id: z.string(), installation: z.string() })
export type StoreMark = z.output<typeof StoreMark>

/** Undefined for a file that is no mark. */
export function parseMark(text: string): StoreMark | undefined {
  try {
    return StoreMark.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

export const markText = (mark: StoreMark): string => `${JSON.stringify(mark)}\n`
