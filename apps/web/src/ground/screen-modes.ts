import { useSession } from './session-store.ts'

/** Phones whose choice is kept, the latest first. */
const keptCount = 50

const storageKey = () => `screen-modes:${useSession.getState().user?.userName ?? ''}`

type Choice = [deviceNo: string, mode: string]

const isChoice = (value: unknown): value is Choice =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')

function choices(): Choice[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isChoice) : []
  } catch {
    return []
  }
}

/** The mode that this user chose for the phone's screen in this browser, instead of the device's own. */
export const chosenMode = (deviceNo: string): string | undefined =>
  choices().find(([number]) => number === deviceNo)?.[1]

/** Undefined forgets the choice. */
export function keepMode(deviceNo: string, mode: string | undefined): void {
  const others = choices().filter(([number]) => number !== deviceNo)
  const next = mode === undefined ? others : [[deviceNo, mode], ...others].slice(0, keptCount)
  try {
    localStorage.setItem(storageKey(), JSON.stringify(next))
  } catch {
    // A full storage must not interrupt the work.
  }
}
