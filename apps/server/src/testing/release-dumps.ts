import { readdirSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, 'releases')

/** The stored backup of a released version. */
export const releaseDump = (version: string): string => path.join(folder, `fleetdeck-${version}.tar`)

export const storedReleases = (): string[] =>
  readdirSync(folder).flatMap((name) => /^fleetdeck-(.+)\.tar$/.exec(name)?.[1] ?? [])
