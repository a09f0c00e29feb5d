import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@fleetdeck/testing/server/free-port'

export const turnProgram = '/usr/bin/turnserver'

export interface TurnServer {
  address: string
  stop(): Promise<void>
}

/** A relay on this machine only, with credentials derived from the secret. */
export async function startTurnServer(secret: string): Promise<TurnServer> {
  const port = await freePort()
  const options = {
    'listening-ip': '127.0.0.1',
    'listening-port': String(port),
    'relay-ip': '127.0.0.1',
    'static-auth-secret': secret,
    realm: 'fleetdeck.test',
    'log-file': 'stdout',
    pidfile: `${tmpdir()}/fleetdeck-turn-${port}.pid`,
  }
  const flags = ['use-auth-secret', 'allow-loopback-peers', 'no-tls', 'no-dtls', 'no-cli', 'simple-log']
  const words = [
    '-n',
    ...flags.map((flag) => `--${flag}`),
    ...Object.entries(options).map(([key, value]) => `--${key}=${value}`),
  ]
  const child = spawn(turnProgram, words, { stdio: 'ignore' })
  await listening(port)
  return {
    address: `turn:127.0.0.1:${port}`,
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** It answers on TCP as soon as it does on UDP. */
async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isThere) return
    await pause(50)
  }
  throw new Error('the relay did not start')
}
