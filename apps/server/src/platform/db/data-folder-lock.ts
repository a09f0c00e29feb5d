import { createHash } from 'node:crypto'
import { realpath, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { say, TerminalError } from '@fleetdeck/i18n/terminal'
import { makePrivateFolder } from '../core/private-folder.ts'

class DataFolderInUse extends TerminalError {
  constructor(folder: string) {
    super(say('failure.folderInUse', { folder }))
  }
}

/**
 * One server per data folder. The lock is a listening local socket: it ends with the process in every case, so a killed
 * server leaves nothing to delete by hand.
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  await makePrivateFolder(dataDir)
  const folder = await realpath(dataDir)
  const held = await lockInFolder(folder).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof DataFolderInUse || !cannotHoldSockets.includes(error.code ?? '')) throw error
    return lock(folder, fallbackAddress(folder))
  })
  held.unref()
  return () => new Promise((resolve) => held.close(() => resolve()))
}

/** Error codes of file systems without sockets. */
const cannotHoldSockets = ['ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EINVAL', 'ENOSYS']
/** Longer addresses of local sockets are truncated silently. */
const longestAddress = 100

/** A socket in the folder itself is also seen by programs that use a different temporary folder. */
function lockInFolder(folder: string): Promise<Server> {
  const address = path.join(folder, 'server.lock')
  const fits = process.platform !== 'win32' && Buffer.byteLength(address) <= longestAddress
  return lock(folder, fits ? address : fallbackAddress(folder))
}

function fallbackAddress(folder: string): string {
  const name = `fleetdeck-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(tmpdir(), `${name}.sock`)
}

async function lock(folder: string, address: string): Promise<Server> {
  const first = await tryListen(address)
  if (first) return first
  if (await answers(address)) throw new DataFolderInUse(folder)
  await unlink(address).catch(() => {})
  const second = await tryListen(address)
  if (!second) throw new DataFolderInUse(folder)
  return second
}

function tryListen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(address, () => resolve(server))
  })
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
