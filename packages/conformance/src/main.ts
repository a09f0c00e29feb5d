import { writeFile } from 'node:fs/promises'
import { type Arguments, readArguments, usage, WrongArguments } from './arguments.ts'
import { checkPhone } from './check-phone.ts'
import { checkServer } from './check-server.ts'
import { describeResult, describeTotals, toJson, toJunit } from './core/reports.ts'
import type { Result } from './core/run-checks.ts'
import { phoneChecks } from './phone/phone-checks.ts'
import { serverChecks } from './server/server-checks.ts'

const report = (result: Result): void => console.log(describeResult(result))

function readOrExit(): Arguments {
  try {
    return readArguments(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error
    console.error(`${error.message}\n\n${usage}`)
    return process.exit(2)
  }
}

function ready(address: URL, key: string): void {
  console.log(`Start the phone with this server and key:\n  address ${address.origin}\n  key     ${key}\n`)
}

function run(given: Extract<Arguments, { mode: 'server' | 'phone' }>): Promise<Result[]> {
  return given.mode === 'server' ? checkServer({ ...given, report }) : checkPhone({ ...given, ready, report })
}

async function main(given: Arguments): Promise<void> {
  if (given.mode === 'help') return console.log(usage)
  if (given.mode === 'list') {
    const checks = given.of === 'server' ? serverChecks : phoneChecks
    for (const { id, part, title, rule } of checks) console.log(`${id} [${part}] ${title}\n      “${rule}”`)
    return
  }
  const results = await run(given)
  const peer = given.mode === 'server' ? `server ${given.server.origin}` : 'phone'
  if (given.junit) await writeFile(given.junit, toJunit(peer, results))
  if (given.json) await writeFile(given.json, toJson(peer, results))
  console.log(`\n${describeTotals(results)}`)
  process.exitCode = results.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

try {
  await main(readOrExit())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
