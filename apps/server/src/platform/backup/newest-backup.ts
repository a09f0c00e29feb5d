import { readdirSync } from 'node:fs'
import path from 'node:path'
import { siteNow } from '../core/site-clock.ts'

/** Names sort by time. Those of encrypted backups end with `.age`. */
export const backupName = /^fleetdeck-\d{8}-\d{6}\.tar(\.age)?$/

/** The time of a backup in its name. */
export const backupStamp = (): string =>
  siteNow().toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)

export const backupFolder = (dataDir: string): string => path.join(dataDir, 'backups')

/** The path of the newest backup in the data folder; undefined when there is none. */
export function findNewestBackup(dataDir: string): string | undefined {
  try {
    const folder = backupFolder(dataDir)
    const newest = readdirSync(folder)
      .filter((name) => backupName.test(name))
      .sort()
      .at(-1)
    return newest && path.join(folder, newest)
  } catch {
    return undefined
  }
}
