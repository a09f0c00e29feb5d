import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'

const memoryDisk = '/dev/shm'
const neededBytes = 4 * 1024 ** 3
const prefix = 'fleetdeck-tests-'

/**
 * Puts the temporary folders of this process and its children into memory if there is room (Linux), and returns a
 * function that removes them. The databases of tests sync every commit, and would spend most of their time waiting for
 * the disk.
 */
export function useMemoryForTemp(): () => void {
  if (process.env.TMPDIR || !hasRoom()) return () => {}
  removeAbandoned()
  const folder = mkdtempSync(path.join(memoryDisk, `${prefix}${process.pid}-`))
  // PostgreSQL runs under another account, with its data below.
  chmodSync(folder, 0o711)
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

/** Folders of runs that were killed. */
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
