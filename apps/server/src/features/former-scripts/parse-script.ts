import type { ScriptReading } from '@fleetdeck/contract/former-scripts'
import type { ScriptLanguage } from '@fleetdeck/contract/script-language'
import { type AnyNode, type Options, type Program, parse } from 'acorn'
import { ScriptSyntax, withoutTypes } from '../../domain/scripts/modules/read-script-text.ts'
import { childrenOf } from '../../domain/scripts/syntax-tree.ts'

type Parents = ReadonlyMap<AnyNode, AnyNode>
export type Unreadable = NonNullable<ScriptReading['unreadable']>

export interface Parsed {
  program: Program
  isModule: boolean
  parents: Parents
}

/** Maximum nested functions and blocks: the time of the analysis grows with the nesting. */
const maxNesting = 200
const nesting = /Function|Block|^For|^Class|^Catch|^Switch/

class TooDeep extends Error {}

/** @returns why the text cannot be read, where that is so */
export function parseScript(text: string, language: ScriptLanguage): Parsed | Unreadable {
  try {
    const { program, isModule } = parsed(language === 'ts' ? withoutTypes(text) : text)
    return { program, isModule, parents: parentsIn(program) }
  } catch (error) {
    if (error instanceof TooDeep || error instanceof RangeError)
      return { reason: 'tooComplex', line: null, column: null }
    if (error instanceof ScriptSyntax) {
      const { line, column } = error
      return { reason: 'syntax', line, column }
    }
    const { loc } = error as { loc?: { line: number; column: number } }
    if (!loc) throw error
    return { reason: 'syntax', line: loc.line, column: loc.column + 1 }
  }
}

const options: Options = {
  ecmaVersion: 'latest',
  locations: true,
  ranges: true,
  allowHashBang: true,
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
}

/** A text with imports or exports only parses as a module. */
function parsed(text: string): { program: Program; isModule: boolean } {
  try {
    return { program: parse(text, { ...options, sourceType: 'script' }), isModule: false }
  } catch (error) {
    if (!/\b(import|export)\b/.test(text)) throw error
    try {
      return { program: parse(text, { ...options, sourceType: 'module' }), isModule: true }
    } catch {
      throw error
    }
  }
}

function parentsIn(program: Program): Parents {
  const parents = new Map<AnyNode, AnyNode>()
  const open: { node: AnyNode; depth: number }[] = [{ node: program, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { node } = next
    const depth = next.depth + (nesting.test(node.type) ? 1 : 0)
    if (depth > maxNesting) throw new TooDeep()
    for (const child of childrenOf(node)) {
      parents.set(child, node)
      open.push({ node: child, depth })
    }
  }
  return parents
}
