import path from 'node:path'
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

const sentences: Record<
  FailureKind,
  (failure: { dataDir: string; folder: string; detail: string }) => string
> = {
  full: ({ dataDir }) =>
    `The disk of the data folder ${dataDir} is full. Nothing is damaged: free at least 100 MB, then start again.`,
  unwritable: ({ dataDir, detail }) =>
    `The data folder ${dataDir} cannot be written to (${detail}). Nothing is damaged: let this account write there, then start again.`,
  damaged: ({ dataDir, folder, detail }) =>
    `The embedded database in ${folder} is damaged: ${nameRelation(folder, detail)}. ${adviseRestore(dataDir)}`,
  removed: ({ dataDir }) =>
    `The data folder ${dataDir} was removed or replaced while the server was running. Nothing more can be saved, so the server stops; put the folder back or restore a backup, then start again.`,
  other: ({ folder, detail }) => `The embedded database in ${folder} cannot be used: ${detail}`,
}

function adviseRestore(dataDir: string): string {
  const file = findNewestBackup(dataDir)
  const found = file
    ? 'Restore the newest backup'
    : `There is no backup in ${backupFolder(dataDir)}; restore one from elsewhere`
  return `${found}, which replaces the database and the uploaded files: npm run db -- restore ${file ?? 'FILE'} --force. Copy the data folder first if newer data may be needed.`
}

function explainDatabase(error: unknown, env?: Env): string | undefined {
  if (error instanceof DatabaseFailure) {
    const { kind, folder, message: detail } = error
    return sentences[kind]({ dataDir: env?.dataDir ?? path.dirname(folder), folder, detail })
  }
  if (!env || env.databaseUrl) return undefined
  const { dataDir } = env
  const { code = '', message } = ((error as Error | undefined)?.cause ?? error) as Error & Failure
  const explain = (kind: FailureKind) =>
    sentences[kind]({ dataDir, folder: path.join(dataDir, 'db'), detail: message })
  if (damagedStates.includes(code)) return explain('damaged')
  return code === fullState || code === 'ENOSPC' ? explain('full') : undefined
}

function explainPostgres(error: unknown): string | undefined {
  if (error instanceof DatabaseAway && error.reason === 'busy')
    return 'PostgreSQL gives no further connection. Raise its max_connections, or lower DATABASE_POOL.'
  const isSilent = error instanceof DatabaseAway || awayReason(error) === 'silent'
  return isSilent ? 'PostgreSQL does not answer. Check DATABASE_URL.' : undefined
}

function explainAddress(error: Failure, env?: Env): string | undefined {
  const { code = '', port = 0, hostname, syscall } = error
  if (syscall === 'listen' && port > 0) {
    if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Set PORT to a free one.`
    if (code === 'EACCES') return `This account may not listen on port ${port}. Set PORT to one above 1023.`
  }
  if (code === 'EADDRNOTAVAIL' || (hostname && hostname === env?.host))
    return `This machine has no address ${env?.host}. Set HOST to one of its own, or leave it out.`
  return undefined
}

/** One clear sentence instead of a stack for errors that the operator can fix. */
export function explainStartupError(error: unknown, env?: Env): string {
  const known = explainDatabase(error, env) ?? explainAddress(error as Failure, env) ?? explainPostgres(error)
  if (known) return known
  const { code = '', address = '', path: place = address } = error as Failure
  if (code === 'ENOSPC') return 'The disk is full.'
  if (env && place.startsWith(env.dataDir) && noFolder.includes(code))
    return `The data folder ${env.dataDir} cannot be used (${code}). Set DATA_DIR to a folder that this account may write to.`
  return error instanceof Error ? error.message : String(error)
}
