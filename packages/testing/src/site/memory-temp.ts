import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'

const memoryDisk = '/dev/shm'
const neededBytes = 4 * 1024 ** 3
const prefix = 'fleetdeck-tests-'

/**
 * Puts the temporary folders of this process and of those it starts into memory where there is room (Linux), and
 * answers what removes them. Databases of tests force every commit to disk, and would wait for it most of their time.
 */
export function useMemoryForTemp(): () => void {
  if (process.env.TMPDIR || !hasRoom()) return () => {}
  removeAbandoned()
  const folder = mkdtempSync(path.join(memoryDisk, `${prefix}${process.pid}-`))
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

function hasRoom(): boolean {
  try {
    accessSync(memoryDisk, constants.W_OK)
    const { bavail, bsize } = statfsSync(memoryDisk)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}

/** Of runs that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(memoryDisk)) {
    const pid = name.startsWith(prefix) && Number(name.slice(prefix.length).split('-')[0])
    if (pid && !isRunning(pid)) rmSync(path.join(memoryDisk, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
