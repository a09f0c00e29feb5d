import { readdirSync } from 'node:fs'
import path from 'node:path'
import { siteNow } from '../core/site-clock.ts'

/** Names sort by time. Those of encrypted backups end with `.age`. */
export const backupName = /^fleetdeck-\d{8}-\d{6}\.tar(\.age)?$/

/** Those that are made before an upgrade to a version have other names: the nightly ones do not remove them. */
export const upgradeBackupName = /^before-([\w.+-]+)-\d{8}-\d{6}\.tar(\.age)?$/

export const isBackupName = (name: string) => backupName.test(name) || upgradeBackupName.test(name)

/** Compares names by the times in them, the newest first. */
export const byTime = (a: string, b: string): number => (timeIn(a) < timeIn(b) ? 1 : -1)
const timeIn = (name: string) => name.match(/\d{8}-\d{6}(?=\.tar)/)?.[0] ?? ''

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
