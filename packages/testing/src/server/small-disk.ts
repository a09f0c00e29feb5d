import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A file system of its own, which a test can fill, or make read-only. */
export interface SmallDisk {
  path: string
  /** Takes all its space. */
  fill(): void
  /** Gives the space back. */
  free(): void
  makeReadOnly(): void
  remove(): void
}

/** Undefined where this account may not mount file systems. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  if (process.platform !== 'linux') return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetdeck-disk-'))
  const mount = (...args: string[]) => spawnSync('mount', args).status === 0
  if (!mount('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder)) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const filler = path.join(folder, 'filler')
  mkdirSync(filler)
  return {
    path: folder,
    fill: () => {
      for (const bytes of [1024 * 1024, 4096]) fillWith(path.join(filler, String(bytes)), bytes)
    },
    free: () => rmSync(filler, { recursive: true, force: true }),
    makeReadOnly: () => void mount('-o', 'remount,ro', folder),
    remove: () => {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fillWith(file: string, bytes: number): void {
  for (;;)
    try {
      writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      return
    }
}
