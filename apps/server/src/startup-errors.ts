import type { Env } from './env.ts'
import { DatabaseAway } from './platform/core/database-away.ts'

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

const noAnswer = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]
const noFolder = ['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'ENOENT']

/** One clear sentence instead of a stack for errors that the operator can fix. */
export function explainStartupError(error: unknown, env?: Env): string {
  const { code = '', port = 0, address = '', path = address, hostname, syscall } = error as Failure
  if (syscall === 'listen' && port > 0) {
    if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Set PORT to a free one.`
    if (code === 'EACCES') return `This account may not listen on port ${port}. Set PORT to one above 1023.`
  }
  if (code === 'EADDRNOTAVAIL' || (hostname && hostname === env?.host))
    return `This machine has no address ${env?.host}. Set HOST to one of its own, or leave it out.`
  if (error instanceof DatabaseAway && error.reason === 'busy')
    return 'PostgreSQL gives no further connection. Raise its max_connections, or lower DATABASE_POOL.'
  if (noAnswer.includes(code) || error instanceof DatabaseAway)
    return 'PostgreSQL does not answer. Check DATABASE_URL.'
  if (code === 'ENOSPC') return 'The disk is full.'
  if (env && path.startsWith(env.dataDir) && noFolder.includes(code))
    return `The data folder ${env.dataDir} cannot be used (${code}). Set DATA_DIR to a folder that this account may write to.`
  return error instanceof Error ? error.message : String(error)
}
