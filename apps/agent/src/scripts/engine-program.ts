import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PollingCode } from './polling-code.ts'
import { readNumber, writeNumber } from './wasm-numbers.ts'

const headerBytes = 8
const importSection = 2
const globalSection = 6
const exportSection = 7
const codeSection = 10
const kinds = { function: 0, table: 1, memory: 2, global: 3 }
/** What the engine calls to ask whether it shall stop; QuickJS does so with its runtime, added polls with 0. */
export const pollImport = 'i'
/** The global with the rounds of loops that are left until the next poll. */
export const roundsExport = 'rounds'

/**
 * QuickJS, compiled. Its table of functions is exported as `table`, so that the engine can call further ones, and each
 * of its loops polls, so that no operation of a script runs for long without a turn of the others.
 */
export function compileEngine(): WebAssembly.Module {
  const file = fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))
  return new WebAssembly.Module(adapt(readFileSync(file)))
}

function adapt(program: Buffer): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [program.subarray(0, headerBytes)]
  const found = new Set<number>()
  let polling: PollingCode | undefined
  let poll = -1
  for (let start = headerBytes; start < program.length; ) {
    const id = program[start] ?? 0
    const [size, from] = readNumber(program, start + 1)
    const section = program.subarray(from, from + size)
    start = from + size
    found.add(id)
    if (id === importSection) poll = findImport(section, pollImport)
    let changed: Uint8Array = section
    if (id === globalSection) {
      const [count] = readNumber(section, 0)
      polling = new PollingCode({ poll, firstGlobal: count })
      changed = append(section, polling.globals)
    } else if (id === exportSection && polling)
      changed = append(section, [
        exported('table', kinds.table, 0),
        exported(roundsExport, kinds.global, polling.roundsGlobal),
      ])
    else if (id === codeSection && polling) changed = polling.adapt(section)
    parts.push(Uint8Array.from([id, ...writeNumber(changed.length)]), changed)
  }
  for (const id of [importSection, globalSection, exportSection, codeSection])
    if (!found.has(id)) throw new Error('the program of QuickJS has changed')
  return new Uint8Array(Buffer.concat(parts))
}

const exported = (name: string, kind: number, index: number) => [
  ...[name.length, ...Buffer.from(name)],
  ...[kind, ...writeNumber(index)],
]

/** A section that is a list, with further entries. */
function append(section: Uint8Array, entries: number[][]): Uint8Array {
  const [count, first] = readNumber(section, 0)
  return Buffer.concat([
    Uint8Array.from(writeNumber(count + entries.length)),
    section.subarray(first),
    Uint8Array.from(entries.flat()),
  ])
}

/** Number of the imported function. */
function findImport(section: Uint8Array, name: string): number {
  let [count, at] = readNumber(section, 0)
  const text = () => {
    const [length, from] = readNumber(section, at)
    at = from + length
    return Buffer.from(section.subarray(from, at)).toString()
  }
  for (let functions = 0; count > 0; count -= 1) {
    text()
    const field = text()
    const kind = section[at]
    ;[, at] = readNumber(section, at + 1)
    if (kind === kinds.function && field === name) return functions
    if (kind === kinds.function) functions += 1
    // Its limits follow the flags that say how many they are.
    if (kind === kinds.memory) at = readNumber(section, readNumber(section, at)[1])[1]
  }
  throw new Error('the imports of QuickJS have changed')
}
