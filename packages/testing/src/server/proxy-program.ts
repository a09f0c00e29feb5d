import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const deploy = path.resolve(import.meta.dirname, '../../../../deploy')
export const proxyPrograms = { nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy' }

export interface FrontProxy {
  /** Of the console, with a certificate that nobody knows. */
  address: string
  /** The same without encryption. */
  plainAddress: string
  stop(): Promise<void>
}

/** nginx with `deploy/nginx.conf`, on other ports and with other files. */
export async function startNginx(folder: string, servers: readonly string[]): Promise<FrontProxy> {
  const [port, plainPort] = [await freePort(), await freePort()]
  const certificate = path.join(folder, 'console.pem')
  const key = path.join(folder, 'console.key')
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const subject = ['-days', '1', '-subj', '/CN=localhost', '-keyout', key, '-out', certificate]
  execFileSync('openssl', [...request, ...subject], { stdio: 'ignore' })
  const upstreams = servers.map((address) => `server ${new URL(address).host} max_fails=1 fail_timeout=5s;`)
  const file = path.join(folder, 'nginx.conf')
  const given = readFileSync(path.join(deploy, 'nginx.conf'), 'utf8')
  const changed = given
    .replace(/^user .*$/m, '')
    .replace('/run/nginx.pid', path.join(folder, 'nginx.pid'))
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('console.example.com', 'localhost')
    .replace('/etc/ssl/console.pem', certificate)
    .replace('/etc/ssl/console.key', key)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replaceAll(/listen \[::\].*/g, '')
    .replace(/server 127\.0\.0\.1:8098.*/, upstreams.join('\n'))
  writeFileSync(file, changed)
  const words = ['-p', folder, '-e', path.join(folder, 'start.log'), '-c', file, '-g', 'daemon off;']
  return running(spawn(proxyPrograms.nginx, words, { stdio: 'ignore' }), { port, plainPort })
}

/** Caddy with `deploy/Caddyfile`, on other ports and with a certificate of its own authority. */
export async function startCaddy(folder: string, servers: readonly string[]): Promise<FrontProxy> {
  const [port, plainPort] = [await freePort(), await freePort()]
  mkdirSync(path.join(folder, 'home'))
  const options = `http_port ${plainPort}\nhttps_port ${port}\nskip_install_trust\nadmin off\ndefault_bind 127.0.0.1`
  const file = path.join(folder, 'Caddyfile')
  writeFileSync(file, `{\n${options}\n}\n${readFileSync(path.join(deploy, 'Caddyfile'), 'utf8')}`)
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: path.join(folder, 'home'),
    DOMAIN: 'localhost',
    UPSTREAMS: servers.map((address) => new URL(address).host).join(' '),
  }
  const words = ['run', '--adapter', 'caddyfile', '--config', file]
  return running(spawn(proxyPrograms.caddy, words, { env, stdio: 'ignore' }), { port, plainPort })
}

async function running(child: ChildProcess, ports: { port: number; plainPort: number }): Promise<FrontProxy> {
  await Promise.all([listening(child, ports.port), listening(child, ports.plainPort)])
  return {
    address: `https://localhost:${ports.port}`,
    plainAddress: `http://localhost:${ports.plainPort}`,
    stop: async () => {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isThere) return
    await pause(50)
  }
  throw new Error(`the proxy ended with code ${child.exitCode}`)
}
