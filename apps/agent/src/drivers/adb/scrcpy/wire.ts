import { ScrcpyOptions3_0, ScrcpyOptions3_1, ScrcpyOptions3_3_3 } from '@yume-chan/scrcpy'

/** What differs between the versions of scrcpy's server, as far as it is used here. */
export interface ScrcpyWire {
  /** As the server reports it: `3.3.4`, `4.1`. */
  version: string
  /**
   * Where a video tells its size: once in its header (3.x), or in a packet of its own, at its start and whenever it
   * changes (4.x). The flags of a packet differ likewise.
   */
  sizes: 'inHeader' | 'inPackets'
  /** Keeps the screen on by the option keep_active, which changes no setting; else by stay_awake, which does. */
  keepsActive: boolean
  /** Notches of the wheel in one message: more are cut off. */
  mostWheel: 1 | 16
  /** The library's layout of control messages. */
  messages: ScrcpyOptions3_0<boolean> | ScrcpyOptions3_1<boolean> | ScrcpyOptions3_3_3<boolean>
}

/** The newest known minor version of each major one. */
const newest: Record<number, number> = { 3: 3, 4: 1 }

/** Undefined for a version whose wire format is not known: older than 3.0, or newer than 4.1. */
export function wireOf(version: string): ScrcpyWire | undefined {
  const [, ...parts] = /^(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?$/.exec(version) ?? []
  const [major = 0, minor = 0, patch = 0] = parts.map((part) => Number(part ?? 0))
  if (minor > (newest[major] ?? -1)) return undefined
  const isNewest = major === 4
  const messages = messagesOf(isNewest ? [3, 3, 1] : [3, minor, patch])
  return {
    version,
    sizes: isNewest ? 'inPackets' : 'inHeader',
    keepsActive: isNewest,
    mostWheel: messages instanceof ScrcpyOptions3_3_3 ? 16 : 1,
    messages,
  }
}

/** Pointing devices got ids with 3.1, and the wheel another unit with 3.3.1; 4.x changed nothing of this. */
function messagesOf([, minor, patch]: readonly [number, number, number]): ScrcpyWire['messages'] {
  if (minor === 0) return new ScrcpyOptions3_0({})
  return minor < 3 || patch === 0 ? new ScrcpyOptions3_1({}) : new ScrcpyOptions3_3_3({})
}
