import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
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
    if (!pid || isRunning(pid)) continue
    const folder = path.join(memoryDisk, name)
    for (const disk of mountedIn(folder)) spawnSync('umount', ['-l', disk])
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // It belongs to another account, or something is still mounted there: only memory is lost.
    }
  }
}

/** Small disks of tests. */
function mountedIn(folder: string): string[] {
  const points = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
  return points.filter((point) => point.startsWith(`${folder}/`))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
