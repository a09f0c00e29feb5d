#!/usr/bin/env node
import { spawn } from 'node:child_process'
import module, { createRequire } from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** The program is TypeScript, which needs Node 24; an older Node starts the one that is installed as a package. */
const program = new URL('../src/main.ts', import.meta.url)

if (Number.parseInt(process.versions.node, 10) >= 24) {
  // Loading the program takes most of the time of a short command.
  module.enableCompileCache()
  await import(program.href)
} else {
  const node = createRequire(import.meta.url).resolve('node/bin/node')
  const child = spawn(node, [fileURLToPath(program), ...process.argv.slice(2)], { stdio: 'inherit' })
  // The terminal sends Ctrl-C to the program, too, which decides when it ends.
  process.on('SIGINT', () => undefined)
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
}
