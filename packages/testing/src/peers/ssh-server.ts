import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { freePort } from '../server/free-port.ts'

const program = process.env.SSHD ?? '/usr/sbin/sshd'
/** Debian's openssh-server is not among the packages that tests need: installing it would open a port. */
export const hasSshServer = existsSync(program)

export interface SshServer {
  /** Such as `ssh://name@127.0.0.1:40001`. */
  origin: string
  /** A key that it accepts, and one that it does not. */
  privateKey: string
  otherKey: string
  /** As ssh-keyscan shows it. */
  hostKey: string
  /** Begins again with another key of its own. */
  changeHostKey(): Promise<void>
  stop(): Promise<void>
}

/** OpenSSH's own server for the user of the test. */
export async function startSshServer(): Promise<SshServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ssh-server-'))
  const port = await freePort()
  const file = (name: string) => path.join(folder, name)
  const makeKey = async (name: string) => {
    await rm(file(name), { force: true })
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', file(name)])
  }
  for (const name of ['host', 'client', 'other']) await makeKey(name)
  await writeFile(file('authorized'), await readFile(file('client.pub')), { mode: 0o600 })
  await writeFile(
    file('config'),
    [
      ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${file('host')}`, 'PidFile none', 'UsePAM no'],
      ...[`AuthorizedKeysFile ${file('authorized')}`, 'StrictModes no', 'PasswordAuthentication no'],
    ].join('\n'),
  )
  if (userInfo().uid === 0) await mkdir('/run/sshd', { recursive: true })
  let child: ChildProcess | undefined
  const start = async () => {
    const sshd = spawn(program, ['-D', '-e', '-f', file('config')], { stdio: ['ignore', 'ignore', 'pipe'] })
    child = sshd
    await new Promise<void>((resolve, reject) => {
      sshd.stderr.on('data', (lines) => String(lines).includes('listening') && resolve())
      sshd.on('exit', (code) => reject(new Error(`sshd ended with ${code}`)))
    })
  }
  const end = async () => {
    if (!child || child.exitCode !== null) return
    const closed = once(child, 'exit')
    child.kill('SIGKILL')
    await closed
  }
  await start()
  const server: SshServer = {
    origin: `ssh://${userInfo().username}@127.0.0.1:${port}`,
    privateKey: await readFile(file('client'), 'utf8'),
    otherKey: await readFile(file('other'), 'utf8'),
    hostKey: `[127.0.0.1]:${port} ${(await readFile(file('host.pub'), 'utf8')).trim()}`,
    async changeHostKey() {
      await end()
      await makeKey('host')
      await start()
    },
    async stop() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return server
}
