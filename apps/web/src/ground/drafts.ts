import { useSession } from './session-store.ts'

/** Typed values that were not saved. */
export interface Draft<Values> {
  values: Values
  /** When it was last changed; milliseconds since 1970. */
  at: number
  /** The data that was stored when the values were typed, as `baseOf` writes it. */
  base: string
}

const keyStart = 'draft:'
/** Drafts live in this browser only, which has about five million characters for the whole site. */
const maxLength = 1_000_000
const maxTotal = 3_000_000
const maxDrafts = 40
const keptMs = 14 * 86_400_000

const ownStart = () => `${keyStart}${useSession.getState().user?.userName ?? ''}:`

/**
 * The draft of this user for a place: a form and its row, such as `/system/post/12`. Undefined without one, or when it
 * is older than two weeks.
 */
export function readDraft<Values>(place: string): Draft<Values> | undefined {
  const key = ownStart() + place
  const draft = parse(localStorage.getItem(key))
  if (!draft || Date.now() - draft.at > keptMs) return undefined
  return draft as Draft<Values>
}

/**
 * Keeps plain values; files and the like are left out.
 * @returns false when they are too large for this browser: nothing is stored then
 */
export function keepDraft(place: string, values: unknown, base: string): boolean {
  const key = ownStart() + place
  const draft = JSON.stringify({ values: plain(values), at: Date.now(), base })
  if (draft.length > maxLength) {
    localStorage.removeItem(key)
    return false
  }
  makeRoom(key, draft.length)
  try {
    localStorage.setItem(key, draft)
    return true
  } catch {
    localStorage.removeItem(key)
    return false
  }
}

export const dropDraft = (place: string): void => localStorage.removeItem(ownStart() + place)

/** A short text that changes with what is stored. */
export function baseOf(values: unknown): string {
  const text = JSON.stringify(plain(values)) ?? ''
  let hash = 5381
  for (let at = 0; at < text.length; at += 1) hash = (hash * 33 + text.charCodeAt(at)) | 0
  return `${text.length}.${hash}`
}

/** Removes the oldest of the other drafts of this browser, until one of this length has room. */
function makeRoom(key: string, length: number) {
  const others = Object.keys(localStorage)
    .filter((other) => other.startsWith(keyStart) && other !== key)
    .map((other) => {
      const text = localStorage.getItem(other) ?? ''
      return { other, length: text.length, at: parse(text)?.at ?? 0 }
    })
    .sort((a, b) => b.at - a.at)
  let total = length
  for (const [place, { other, length: size }] of others.entries()) {
    total += size
    if (place + 1 >= maxDrafts || total > maxTotal) localStorage.removeItem(other)
  }
}

function parse(stored: string | null): Draft<unknown> | undefined {
  try {
    const draft = JSON.parse(stored ?? 'null')
    return typeof draft?.at === 'number' ? draft : undefined
  } catch {
    return undefined
  }
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Only values that JSON can represent. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (isPlainObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]))
  return typeof value === 'object' && value !== null ? undefined : value
}
