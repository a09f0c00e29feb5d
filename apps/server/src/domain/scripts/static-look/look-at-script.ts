import { closestName } from '@fleetdeck/contract/closest-name'
import {
  callPath,
  functionsOf,
  type ScriptObject,
  scriptBuiltins,
  scriptCalls,
} from '@fleetdeck/contract/script-api'
import type { ScriptCall } from '@fleetdeck/contract/script-api/call'
import {
  type Capability,
  capabilities,
  languageCapabilities,
} from '@fleetdeck/contract/script-api/capabilities'
import type { ScriptFinding } from '@fleetdeck/contract/script-findings'
import type { AnyNode, CallExpression, MemberExpression, Program } from 'acorn'
import { parseScript, placeOf, ScriptSyntax } from '../modules/read-script-text.ts'
import { nodesIn } from '../syntax-tree.ts'
import { declaredNames } from './declared-names.ts'

/** A call of a script, and what it needs. */
export interface ScriptUse {
  capability: Capability
  /** `device.ocr` */
  call: string
  line: number
}

export interface ScriptLook {
  /** The first use of each capability by each function. */
  uses: ScriptUse[]
  /** What it asks `device.can()` for, so that it can do without. */
  asked: ReadonlySet<Capability>
  findings: ScriptFinding[]
}

const maxFindings = 100
const objects = Object.keys(scriptCalls).filter(Boolean) as Exclude<ScriptObject, ''>[]
const isObject = (name: string): name is (typeof objects)[number] => objects.some((object) => object === name)
const isCapability = (name: unknown): name is Capability => capabilities.some((known) => known === name)
const callOf = (object: ScriptObject, name: string): ScriptCall | undefined => {
  const calls: Readonly<Record<string, ScriptCall>> = scriptCalls[object]
  return Object.hasOwn(calls, name) ? calls[name] : undefined
}

/** What a script does, as far as its text tells. A text that is no script has only that finding. */
export function lookAtScript(text: string, fileName: string): ScriptLook {
  try {
    return new Looker(parseScript(text, fileName)).look()
  } catch (error) {
    if (!(error instanceof ScriptSyntax)) throw error
    const { line, column, message } = error
    const finding: ScriptFinding = { kind: 'syntax', line, column, name: '', meant: '', count: 0, message }
    return { uses: [], asked: new Set(), findings: [finding] }
  }
}

class Looker {
  readonly #program: Program
  /** Names of the script's own, which may hide functions. */
  readonly #own: ReadonlySet<string>
  readonly #uses = new Map<string, ScriptUse>()
  readonly #asked = new Set<Capability>()
  readonly #findings: ScriptFinding[] = []

  constructor({ program, typedLine: line }: ReturnType<typeof parseScript>) {
    this.#program = program
    this.#own = declaredNames(program)
    if (line !== undefined) this.#use({ capability: 'typescript', call: 'TypeScript', line })
  }

  look(): ScriptLook {
    for (const node of nodesIn(this.#program)) {
      if (node.type === 'MemberExpression') this.#member(node)
      else if (node.type === 'CallExpression') this.#call(node)
      else if (node.type === 'VariableDeclarator') this.#pattern(node.id, node.init)
      else if (/^(?:Import|Export)\w*(?:Declaration|Expression)$/.test(node.type)) this.#module(node)
    }
    return {
      uses: [...this.#uses.values()].sort((one, other) => one.line - other.line),
      asked: this.#asked,
      findings: this.#findings
        .sort((one, other) => one.line - other.line || one.column - other.column)
        .slice(0, maxFindings),
    }
  }

  /** The object and the function of `device.tap`, also as `device['tap']`. */
  #named(node: MemberExpression) {
    const { object, property, computed } = node
    if (object.type !== 'Identifier' || !isObject(object.name) || this.#own.has(object.name)) return undefined
    if (!computed && property.type === 'Identifier') return { object: object.name, name: property.name }
    const isText = property.type === 'Literal' && typeof property.value === 'string'
    return isText ? { object: object.name, name: String(property.value) } : undefined
  }

  #member(node: MemberExpression): void {
    const named = this.#named(node)
    if (named) this.#used(named.object, named.name, node)
  }

  #used(object: ScriptObject, name: string, node: AnyNode): void {
    const call = callOf(object, name)
    const path = callPath(object, name)
    if (call) {
      this.#needs(call.needs ?? [], path, node)
      return
    }
    // Every object has these.
    if (name in Object.prototype) return
    const meant = closestName(name, functionsOf(object))
    this.#findings.push({
      ...{ kind: 'unknown', ...placeOf(node), name: path, count: 0, message: '' },
      meant: meant === undefined ? '' : callPath(object, meant),
    })
  }

  #module(node: AnyNode): void {
    this.#needs(['modules'], node.type.startsWith('Import') ? 'import' : 'export', node)
  }

  #needs(needs: readonly Capability[], call: string, node: AnyNode): void {
    const { line } = placeOf(node)
    for (const capability of needs) this.#use({ capability, call, line })
  }

  #use(use: ScriptUse): void {
    const key = `${use.capability} ${use.call}`
    const known = this.#uses.get(key)
    if (!known || use.line < known.line) this.#uses.set(key, use)
  }

  /** `const { tap } = device` */
  #pattern(id: AnyNode, init: AnyNode | null | undefined): void {
    if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier') return
    if (!isObject(init.name) || this.#own.has(init.name)) return
    for (const part of id.properties)
      if (part.type === 'Property' && !part.computed && part.key.type === 'Identifier')
        this.#used(init.name, part.key.name, part)
  }

  #call(node: CallExpression): void {
    const { callee } = node
    if (callee.type === 'MemberExpression') {
      const named = this.#named(callee)
      if (named) this.#arguments(named.object, named.name, node)
    } else if (callee.type === 'Identifier' && !this.#own.has(callee.name)) {
      this.#global(callee.name, node)
    }
  }

  #global(name: string, node: CallExpression): void {
    if (callOf('', name)) {
      this.#arguments('', name, node)
      return
    }
    const meant = closestName(name, functionsOf(''))
    // Others may come from elsewhere.
    if (meant === undefined || scriptBuiltins.includes(name)) return
    this.#findings.push({ kind: 'unknown', ...placeOf(node), name, meant, count: 0, message: '' })
  }

  #arguments(object: ScriptObject, name: string, node: CallExpression): void {
    const call = callOf(object, name)
    if (!call) return
    const path = callPath(object, name)
    const given = node.arguments
    if (path === 'device.can') this.#asks(given[0])
    if (call.needs?.includes('typing')) this.#types(path, given[0])
    if (given.some(({ type }) => type === 'SpreadElement')) return
    const schemas = Object.values(call.args)
    const named = call.isRest ? schemas.slice(0, -1) : schemas
    const least = named.findLastIndex((schema) => !schema.safeParse(undefined).success) + 1
    const finding = { ...placeOf(node), name: path, meant: '', message: '' }
    if (given.length < least) this.#findings.push({ ...finding, kind: 'tooFew', count: least })
    else if (!call.isRest && given.length > schemas.length)
      this.#findings.push({ ...finding, kind: 'tooMany', count: schemas.length })
  }

  /** A name that is only known at run time may be any. */
  #asks(argument: AnyNode | undefined): void {
    const named = argument?.type === 'Literal' ? [argument.value].filter(isCapability) : capabilities
    for (const name of named) if (!languageCapabilities.includes(name)) this.#asked.add(name)
  }

  #types(path: string, argument: AnyNode | undefined): void {
    if (argument?.type !== 'Literal' || typeof argument.value !== 'string') return
    if (/[^\x20-\x7e\s]/.test(argument.value)) this.#needs(['unicodeTyping'], path, argument)
  }
}
