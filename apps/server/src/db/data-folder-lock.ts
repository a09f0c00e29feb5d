import { createHash } from 'node:crypto'
import { mkdir, realpath, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export class DataFolderInUse extends Error {
  constructor(dataDir: string) {
    super(
      `The data folder ${dataDir} is in use by another server. Stop that one first, or set DATA_DIR to another folder.`,
    )
  }
}

/**
 * One server per data folder. The lock is a listening local socket: it goes with the process however that ends,
 * so a killed server leaves nothing that someone must delete by hand.
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true })
  const address = lockAddress(await realpath(dataDir))
  let server = await tryListen(address)
  if (!server) {
    if (await answers(address)) throw new DataFolderInUse(dataDir)
    await unlink(address).catch(() => {})
    server = await tryListen(address)
    if (!server) throw new DataFolderInUse(dataDir)
  }
  const held = server
  held.unref()
  return () => new Promise((resolve) => held.close(() => resolve()))
}

function lockAddress(folder: string): string {
  const name = `fleetdeck-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(tmpdir(), `${name}.sock`)
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
