import { stripTypeScriptTypes } from 'node:module'
import { languageOfFile } from '@fleetdeck/contract/script-language'
import { type AnyNode, type Options, type Position, type Program, parse } from 'acorn'
import { nodesIn } from '../syntax-tree.ts'

/** A position in a text, from 1. */
export type TextPlace = Record<'line' | 'column', number>

/** Why a text is no script. */
export class ScriptSyntax extends Error {
  /** From 1, as its column. */
  readonly line: number
  readonly column: number
  /** TypeScript that does more than annotate, such as an enum: types are only removed, never compiled. */
  readonly needsCompiler: boolean

  constructor(message: string, { line, column }: TextPlace, needsCompiler = false) {
    super(message)
    this.line = line
    this.column = column
    this.needsCompiler = needsCompiler
  }
}

export interface Specifier extends TextPlace {
  name: string
}

const options: Options = {
  ecmaVersion: 'latest',
  sourceType: 'module',
  locations: true,
  allowHashBang: true,
  allowReturnOutsideFunction: true,
}

const isTypeScript = (fileName: string) => languageOfFile(fileName) === 'ts'

/** Other texts are not read: scripts without modules run as they are, whatever this parser makes of them. */
const mayBeModule = /(?:^|[;}\s])(?:import|export)\b|\bimport\s*\(/m

/** JavaScript on the same lines. Throws ScriptSyntax. */
export function withoutTypes(text: string): string {
  try {
    return stripTypeScriptTypes(text)
  } catch (error) {
    const { code, message, stack = '' } = error as NodeJS.ErrnoException
    if (!/^ERR_(?:UNSUPPORTED|INVALID)_TYPESCRIPT_SYNTAX$/.test(code ?? '')) throw error
    throw new ScriptSyntax(message, markedPlace(stack, text), code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
  }
}

/**
 * The position is only in the stack: the number of the line, and below it the line before, the line itself, and carets as
 * terminals show them. An error of several lines has no carets, nor has the end of the text.
 */
function markedPlace(stack: string, text: string): TextPlace {
  const [head = '', ...shown] = stack.split('\n')
  const line = Number(/^\S*:(\d+)$/.exec(head)?.[1] ?? 1)
  const content = text.split(/\r?\n/)[line - 1] ?? ''
  const marked = /^( *)\^+$/.exec(shown[line > 1 ? 2 : 1] ?? '')?.[1]
  if (marked !== undefined) return { line, column: 1 + indexAt(content, marked.length) }
  return { line, column: 1 + (stack.includes('<eof>') ? content.length : content.search(/\S|$/)) }
}

const tabWidth = 4
const isWide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u

/** The character that a terminal shows at a column, from 0. */
function indexAt(content: string, column: number): number {
  let shown = 0
  let index = 0
  for (const character of content) {
    if (shown >= column) break
    shown += character === '\t' ? tabWidth - (shown % tabWidth) : isWide.test(character) ? 2 : 1
    index += character.length
  }
  return index
}

/** The imports of a script, each name once. Throws ScriptSyntax for TypeScript and modules that cannot be parsed. */
export function readImports(text: string, fileName: string): Specifier[] {
  const isTyped = isTypeScript(fileName)
  const script = isTyped ? withoutTypes(text) : text
  if (!isTyped && !mayBeModule.test(script)) return []
  const names = new Map<string, Specifier>()
  for (const one of specifiersIn(parsed(script))) if (!names.has(one.name)) names.set(one.name, one)
  return [...names.values()].sort((one, other) => one.line - other.line)
}

/**
 * The syntax tree of any script; its lines are those of the text. `typedLine` is the first one with types.
 * @throws ScriptSyntax
 */
export function parseScript(text: string, fileName: string): { program: Program; typedLine?: number } {
  const script = isTypeScript(fileName) ? withoutTypes(text) : text
  const program = parsed(script)
  if (script === text) return { program }
  const lines = text.split('\n')
  const typedLine = 1 + script.split('\n').findIndex((line, place) => line !== lines[place])
  return { program, typedLine }
}

function parsed(script: string): Program {
  try {
    return parse(script, options)
  } catch (error) {
    if (error instanceof RangeError) throw new ScriptSyntax('nested too deeply', { line: 1, column: 1 })
    const { loc, message } = error as { loc?: Position; message: string }
    if (!loc) throw error
    try {
      // Older scripts use what modules do not allow.
      return parse(script, { ...options, sourceType: 'script' })
    } catch {
      throw new ScriptSyntax(message.replace(/ \(\d+:\d+\)$/, ''), toPlace(loc))
    }
  }
}

const toPlace = ({ line, column }: Position): TextPlace => ({ line, column: column + 1 })

/** Where a node of a parsed script begins. */
export const placeOf = ({ loc }: AnyNode): TextPlace => toPlace(loc?.start ?? { line: 1, column: 0 })

function* specifiersIn(program: Program): Iterable<Specifier> {
  for (const node of nodesIn(program)) {
    const source = 'source' in node ? node.source : undefined
    const isImport = /^(?:Import(?:Declaration|Expression)|Export(?:Named|All)Declaration)$/.test(node.type)
    if (isImport && source?.type === 'Literal' && typeof source.value === 'string')
      yield { name: source.value, ...placeOf(source) }
  }
}
