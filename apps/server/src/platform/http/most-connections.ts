import { readFile } from 'node:fs/promises'

/** Open files that the server needs for other work: connections to the database and the bus, files, outgoing calls. */
const keptFree = 500

/**
 * How many connections others may have at a time, so that the server can still open files; undefined where its limit of
 * open files is unknown. Without it, phones that come over from a failed server would use up all of them, and the
 * server could no longer connect to its database.
 */
export async function mostConnections(): Promise<number | undefined> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const [, most] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
  return most === undefined ? undefined : Math.max(Math.floor(Number(most) / 2), Number(most) - keptFree)
}
