import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const headerBytes = 8
const exportSection = 7
/** An export of the module's first table: its name, the kind of a table, and its number. */
const table = [5, ...Buffer.from('table'), 1, 0]

/** QuickJS, compiled. Its table of functions is exported as `table`, so that the engine can call further ones. */
export function compileEngine(): WebAssembly.Module {
  const file = fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))
  return new WebAssembly.Module(withTable(readFileSync(file)))
}

function withTable(program: Buffer): Uint8Array<ArrayBuffer> {
  let start = headerBytes
  while (start < program.length) {
    const [size, body] = readNumber(program, start + 1)
    const end = body + size
    if (program[start] === exportSection) {
      const [count, first] = readNumber(program, body)
      const entries = [...writeNumber(count + 1), ...program.subarray(first, end), ...table]
      const section = [exportSection, ...writeNumber(entries.length), ...entries]
      return Uint8Array.from([...program.subarray(0, start), ...section, ...program.subarray(end)])
    }
    start = end
  }
  throw new Error('the program of QuickJS has no exports')
}

/** A number of WebAssembly and where it ends: seven bits a byte. */
function readNumber(from: Buffer, at: number): [number, number] {
  const byte = from[at] ?? 0
  if (byte < 128) return [byte, at + 1]
  const [rest, end] = readNumber(from, at + 1)
  return [(byte & 127) + rest * 128, end]
}
const writeNumber = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...writeNumber(value >>> 7)]
