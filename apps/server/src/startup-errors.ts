import path from 'node:path'
import type { Language } from '@fleetdeck/i18n/languages'
import { type Message, messageIn, say, TerminalError, type TerminalText } from '@fleetdeck/i18n/terminal'
import { dbCommand } from '@fleetdeck/i18n/terminal-layout'
import type { Env } from './env.ts'
import { backupFolder, findNewestBackup } from './platform/backup/newest-backup.ts'
import { awayReason, DatabaseAway } from './platform/core/database-away.ts'
import { DatabaseFailure, type FailureKind } from './platform/db/database-failure.ts'
import { nameRelation } from './platform/db/relation-files.ts'

interface Failure {
  code?: string
  port?: number
  /** The file or folder, when the error is about one. */
  path?: string
  /** The address that could not be listened on: an IP address, or the path of a local socket. */
  address?: string
  /** The name that could not be resolved. */
  hostname?: string
  syscall?: string
}

const noFolder = ['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'ENOENT']

/** SQLSTATE of a PostgreSQL that finds a damaged page, or a damaged index. */
const damagedStates = ['XX001', 'XX002']
const fullState = '53100'

const textsOf: Record<
  FailureKind,
  (failure: { dataDir: string; folder: string; detail: string }) => Message
> = {
  full: ({ dataDir }) => say('failure.full', { folder: dataDir }),
  unwritable: ({ dataDir, detail }) => say('failure.unwritable', { folder: dataDir, reason: detail }),
  damaged: ({ dataDir, folder, detail }) =>
    say('failure.damaged', {
      folder,
      reason: nameRelation(folder, detail),
      advice: adviseRestore(dataDir),
    }),
  removed: ({ dataDir }) => say('failure.removed', { folder: dataDir }),
  other: ({ folder, detail }) => say('failure.database', { folder, reason: detail }),
}

function adviseRestore(dataDir: string): TerminalText {
  const file = findNewestBackup(dataDir)
  const command = `${dbCommand} restore ${file ?? 'FILE'} --force`
  if (file) return say('failure.restoreNewest', { command })
  return say('failure.restoreOther', { folder: backupFolder(dataDir), command })
}

function explainDatabase(error: unknown, env?: Env): Message | undefined {
  if (error instanceof DatabaseFailure) {
    const { kind, folder, message: detail } = error
    return textsOf[kind]({ dataDir: env?.dataDir ?? path.dirname(folder), folder, detail })
  }
  if (!env || env.databaseUrl) return undefined
  const { dataDir } = env
  const { code = '', message } = ((error as Error | undefined)?.cause ?? error) as Error & Failure
  const explain = (kind: FailureKind) =>
    textsOf[kind]({ dataDir, folder: path.join(dataDir, 'db'), detail: message })
  if (damagedStates.includes(code)) return explain('damaged')
  return code === fullState || code === 'ENOSPC' ? explain('full') : undefined
}

function explainPostgres(error: unknown): Message | undefined {
  if (error instanceof DatabaseAway && error.reason === 'busy') return say('failure.postgresBusy')
  const isSilent = error instanceof DatabaseAway || awayReason(error) === 'silent'
  return isSilent ? say('failure.postgresAway') : undefined
}

function explainAddress(error: Failure, env?: Env): Message | undefined {
  const { code = '', port = 0, hostname, syscall } = error
  if (syscall === 'listen' && port > 0) {
    if (code === 'EADDRINUSE') return say('failure.portInUse', { port: String(port) })
    if (code === 'EACCES') return say('failure.portDenied', { port: String(port) })
  }
  if (env && (code === 'EADDRNOTAVAIL' || (hostname && hostname === env.host)))
    return say('failure.address', { host: env.host })
  return undefined
}

function explainFailure(error: unknown, env?: Env): Message {
  if (error instanceof TerminalError) return error.said
  const known = explainDatabase(error, env) ?? explainAddress(error as Failure, env) ?? explainPostgres(error)
  if (known) return known
  const { code = '', address = '', path: place = address } = error as Failure
  if (code === 'ENOSPC') return say('failure.diskFull')
  if (env && place.startsWith(env.dataDir) && noFolder.includes(code))
    return say('failure.folder', { folder: env.dataDir, code })
  return error instanceof Error ? error.message : String(error)
}

/** The problem and the remedy, instead of a stack, for errors that the operator can fix. */
export const explainStartupError = (error: unknown, language: Language, env?: Env): string =>
  messageIn(explainFailure(error, env), language)
